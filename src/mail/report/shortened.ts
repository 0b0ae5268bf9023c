// Characters.
const LIMIT = 200

/** A value as a sentence of the ledger repeats it. */
export function shortened(text: string): string {
  return text.length > LIMIT ? `${text.slice(0, LIMIT)}…` : text
}

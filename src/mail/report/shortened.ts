// Characters.
const LIMIT = 200

/** Shortens a value that a sentence of the ledger quotes. */
export function shortened(text: string): string {
  return text.length > LIMIT ? `${text.slice(0, LIMIT)}…` : text
}

import type { Outcome } from '../report/report.ts'

/** The outcome of a mail. `format` names the parser that recognised it; null when none did. */
export type ParsedMessage = Outcome & { format: string | null }

/** A mail that could not be read, with the French reason. */
export function failed(raison: string): ParsedMessage & { etat: 'failed' } {
  return { etat: 'failed', raison, format: null }
}

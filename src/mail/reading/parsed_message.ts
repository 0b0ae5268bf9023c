import type { Outcome } from '../report/report.ts'

/** What a mail means; `format` names the parser that recognised it, null when none did. */
export type ParsedMessage = Outcome & { format: string | null }

/** A mail that nothing can be made of; the reason in French. */
export function failed(raison: string): ParsedMessage & { etat: 'failed' } {
  return { etat: 'failed', raison, format: null }
}

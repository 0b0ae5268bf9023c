import { distinct } from './distinct.ts'
import { type Outcome, type Report, withGaps } from './report.ts'

/**
 * Chooses one of the outcomes of a mail's documents in one format: the first alarm. The same alarm twice is one, and
 * an information beside it changes nothing. Another alarm, or a document that could not be read, is a gap of it.
 */
export function chooseOutcome(outcomes: Outcome[]): Outcome | null {
  const telling = distinct(outcomes.filter(({ etat }) => etat !== 'ignored'))
  const alarm = telling.find((outcome) => outcome.etat === 'alarm')
  if (!alarm) return telling[0] ?? outcomes[0] ?? null
  const gaps = telling.filter((outcome) => outcome !== alarm).map(describe)
  return { etat: 'alarm', report: withGaps(alarm.report, gaps) }
}

function describe(other: Outcome): string {
  if (other.etat !== 'alarm') return `Un autre document n’a pas pu être lu : ${other.raison}`
  return `Un autre rapport du message n’est pas repris : ${nameOf(other.report)}.`
}

function nameOf({ code, type, adresse }: Report): string {
  return [code || type, adresse].filter((text) => text !== '').join(', ')
}

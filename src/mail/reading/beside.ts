import { fold } from '../report/fold.ts'
import { type Report, withGaps } from '../report/report.ts'
import { shortened } from '../report/shortened.ts'
import type { ParsedMessage } from './parsed_message.ts'

const names: Record<string, string> = {
  mobilisation_report: 'Le rapport joint',
  json: 'Le document JSON',
  plain_text: 'Le texte du message',
}

/**
 * An outcome of a mail that holds others too. An alarm stands, with a gap for each other part that could not be
 * read, is another alarm, or says that there is none.
 */
export function beside(first: ParsedMessage, others: ParsedMessage[]): ParsedMessage {
  if (first.etat !== 'alarm') return first
  const gaps = others.flatMap((other) => describe(first.report, other) ?? [])
  return { ...first, report: withGaps(first.report, [...new Set(gaps)]) }
}

function describe(report: Report, other: ParsedMessage): string | null {
  const name = names[other.format ?? ''] ?? 'Une autre partie du message'
  if (other.etat === 'failed') return `${name} n’a pas pu être lu : ${other.raison}`
  if (other.etat === 'ignored') return `${name} dit qu’il n’y a pas d’alarme : ${other.raison}`
  if (!contradicts(report, other.report)) return null
  const { code, type, adresse } = other.report
  const said = [code || type, adresse].filter((text) => text !== '').join(', ')
  return `${name} dit autre chose, pas repris : ${shortened(said)}.`
}

// Whether two reports name another place or another code. What only one of them says is no contradiction.
function contradicts(one: Report, other: Report): boolean {
  return differ(one.adresse, other.adresse) || differ(one.code, other.code)
}

function differ(one: string, other: string): boolean {
  const [a, b] = [plain(one), plain(other)]
  return a !== '' && b !== '' && !a.includes(b) && !b.includes(a)
}

function plain(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

import { fold } from '../../report/fold.ts'
import type { Line } from './lines.ts'
import { answers, readTotals, type Totals } from './totals.ts'

const foot = /^page ?:? ?(\d+)(?: ?(?:\/|de|sur) ?(\d+))?$/

/** Whether the line is the foot of a page, "Page: 3". */
export function isFoot(line: Line): boolean {
  return readFoot(line) !== null
}

function readFoot({ items, page }: Line): { page: number; number: number; of: number | null } | null {
  const match = items.map(({ text }) => foot.exec(fold(text))).find((found) => found !== null)
  return match
    ? { page, number: Number(match[1]), of: match[2] === undefined ? null : Number(match[2]) }
    : null
}

/**
 * Names in French the page that is missing by the feet of the pages, or returns null. Page numbers may skip but never
 * go back. If one page has a foot, all have one. If they give the number of pages, the last page must be the last.
 */
export function findGap(lines: Line[]): string | null {
  const feet = lines.map(readFoot).filter((read) => read !== null)
  const [first] = feet
  if (!first) return null
  const pages = new Set(lines.map(({ page }) => page))
  const bare = [...pages].find((page) => !feet.some((each) => each.page === page))
  if (bare !== undefined) return `Le rapport est incomplet : sa page ${bare} n’a pas de numéro.`
  if (feet.some(({ number }, at) => number < (feet[at - 1]?.number ?? 0))) {
    return 'Le rapport est abîmé : ses pages ne se suivent pas.'
  }
  const last = feet.at(-1)
  if (last && last.of !== null && last.number !== last.of) {
    return `Le rapport est incomplet : il s’arrête à la page ${last.number} sur ${last.of}.`
  }
  return null
}

/**
 * Names in French the people who are missing by the report's own totals, or returns null. They count each person once,
 * even in several groups, so they are never more than the sum of the groups.
 * @param general the lines before the first group
 */
export function findMissing(general: Line[], read: Totals): string | null {
  const shown = readTotals(general)
  const wrong = answers.find(({ key }) => shown[key] > read[key])
  if (!wrong) return null
  const { key, label } = wrong
  return `Le rapport est incomplet : ${shown[key]} annoncé(s) en tout pour « ${label} », ${read[key]} dans ses groupes.`
}

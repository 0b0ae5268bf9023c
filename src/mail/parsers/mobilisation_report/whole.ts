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
 * What the feet of the pages say is missing, in French, or null. Their numbers may skip, but never go back; where one page has
 * a foot all have, and where they say how many there are the last says that it is the last.
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
 * What the report's own totals say is missing, in French, or null: they count each person once, who may be in several
 * groups, and so are never more than what the groups add up to.
 * @param general the lines before the first group
 */
export function findMissing(general: Line[], read: Totals): string | null {
  const shown = readTotals(general)
  const wrong = answers.find(({ key }) => shown[key] > read[key])
  if (!wrong) return null
  const { key, label } = wrong
  return `Le rapport est incomplet : ${shown[key]} annoncé(s) en tout pour « ${label} », ${read[key]} dans ses groupes.`
}

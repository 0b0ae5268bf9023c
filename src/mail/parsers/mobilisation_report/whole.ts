import { fold } from '../../report/fold.ts'
import type { Line, Sheet } from './lines.ts'
import { answers, readTotals, type Totals } from './totals.ts'

const foot = /^page ?:? ?(\d+)(?: ?(?:\/|de|sur) ?(\d+))?$/

/** How a page continues the one before: by its number, possibly, or not. */
type Follows = 'surely' | 'perhaps' | 'not'

/** A readable page of a report in its order, without its foot. */
export interface Leaf {
  lines: Line[]
  follows: Follows
}

/** The pages of a report, and French sentences about those that are missing or cannot be trusted. */
interface Leaves {
  leaves: Leaf[]
  gaps: string[]
}

interface Foot {
  number: number
  of: number | null
}

/** Said where a page is missing, because nobody knows who is named on it. */
export const OTHERS = 'D’autres SIS peuvent être concernés.'

/**
 * Puts the readable pages of a report in order: the page with its title first, a page that is there twice once.
 * Page numbers may skip but never go back. If one page has a number, all have one.
 * @param faults what is damaged in the file without a place
 */
export function arrangeSheets(sheets: Sheet[], faults: string[]): Leaves {
  const readable = sheets.filter(({ fault }) => fault === null)
  const first = readable.find(({ lines }) => lines.some(isTitle))
  const ordered = first ? [first, ...readable.filter((sheet) => sheet !== first)] : readable
  const kept = ordered.filter(
    (sheet, at) => at === ordered.findIndex((other) => textOf(other) === textOf(sheet)),
  )
  const feet = new Map(kept.map((sheet) => [sheet, footOf(sheet)]))
  const leaves = kept.map((sheet, at) => ({
    lines: sheet.lines.filter((line) => readFoot(line) === null),
    follows: follows(kept[at - 1], sheet, feet, ordered),
  }))
  return { leaves, gaps: describeGaps(sheets, faults, ordered, kept, feet) }
}

/** Whether the line is the title of a report. */
export function isTitle({ text }: Line): boolean {
  return fold(text).startsWith("rapport d'alarme")
}

function follows(
  before: Sheet | undefined,
  sheet: Sheet,
  feet: Map<Sheet, Foot | null>,
  ordered: Sheet[],
): Follows {
  if (before === undefined) return 'surely'
  const [one, two] = [feet.get(before), feet.get(sheet)]
  // A page between that cannot be read, or one that stood elsewhere. A copy between changes nothing.
  const between = ordered.slice(ordered.indexOf(before) + 1, ordered.indexOf(sheet))
  if (sheet.page - before.page !== between.length + 1) return 'not'
  if (one && two)
    return two.number === one.number + 1 ? 'surely' : two.number < one.number ? 'not' : 'perhaps'
  return one || two ? 'not' : 'perhaps'
}

function describeGaps(
  sheets: Sheet[],
  faults: string[],
  ordered: Sheet[],
  kept: Sheet[],
  feet: Map<Sheet, Foot | null>,
): string[] {
  const unread = sheets.flatMap(({ page, fault }) =>
    fault === null ? [] : [`Page ${page} pas lue : ${fault}.`],
  )
  const missing = [...unread, ...faults.map((fault) => `Le document est abîmé : ${fault}.`)]
  const numbered = kept.flatMap((sheet) => feet.get(sheet) ?? [])
  const last = numbered.at(-1)
  if (last && last.of !== null && last.number < last.of) {
    missing.push(`Le rapport s’arrête à la page ${last.number} sur ${last.of}.`)
  }
  const gaps = ordered
    .filter((sheet) => !kept.includes(sheet))
    .map(({ page }) => `La page ${page} du document est là deux fois.`)
  const bare = kept.find((sheet) => !feet.get(sheet))
  if (bare && numbered.length > 0) gaps.push(`La page ${bare.page} du document n’a pas de numéro.`)
  const back = numbered.some(({ number }, at) => number < (numbered[at - 1]?.number ?? 0))
  if (back || ordered.some((sheet, at) => sheet.page < (ordered[at - 1]?.page ?? 0))) {
    gaps.push('Les pages du rapport ne se suivent pas.')
  }
  return missing.length > 0 ? [...missing, ...gaps, OTHERS] : gaps
}

function textOf({ lines }: Sheet): string {
  return lines.map(({ text }) => text).join('\n')
}

function footOf({ lines }: Sheet): Foot | null {
  return lines.map(readFoot).find((read) => read !== null) ?? null
}

// "Page:" and its number may be separate, and other text may stand beside them.
function readFoot({ items }: Line): Foot | null {
  for (const from of items.keys()) {
    for (let to = Math.min(items.length, from + 4); to > from; to -= 1) {
      const text = items.slice(from, to).map((item) => item.text)
      const match = foot.exec(fold(text.join(' ')))
      if (match) return { number: Number(match[1]), of: match[2] === undefined ? null : Number(match[2]) }
    }
  }
  return null
}

/**
 * Names in French the people who are missing by the report's own totals, or returns null. They count each person once,
 * even in several groups, so they are never more than the sum of the groups. Some reports count calls instead.
 * @param general the lines before the first group
 */
export function findMissing(general: Line[], read: Totals): string | null {
  const shown = readTotals(general)
  const wrong = answers.find(({ key }) => shown[key] > read[key])
  if (!wrong) return null
  const { key, label } = wrong
  const counts = `${read[key]} ${read[key] > 1 ? 'personnes lues' : 'personne lue'} sur ${shown[key]}`
  return key === 'viennent'
    ? `Rapport incomplet : ${counts}.`
    : `Rapport incomplet pour « ${label} » : ${counts}.`
}

import { fold } from '../../report/fold.ts'
import { readHeads } from './columns.ts'
import type { Item, Line } from './lines.ts'

/** What a block says of itself, in answers. A figure that is not shown counts as 0; NaN where it is shown twice, differently. */
export interface Totals {
  viennent: number
  neViennentPas: number
  pasRepondus: number
}

/** The answers that are counted, and how the report names them. */
export const answers: { key: keyof Totals; label: string }[] = [
  { key: 'viennent', label: 'Viennent' },
  { key: 'neViennentPas', label: 'Ne viennent pas' },
  { key: 'pasRepondus', label: 'Pas répondus' },
]

// A label (or null) or a figure, and the middle of it on the page.
interface Token {
  label: string | null
  number: number
  x: number
  y: number
  page: number
}

// Labels may be broken ("Ne viennent / pas"); figures are whole numbers, no percentages, dates or telephones.
const tokens =
  /(ne viennent(?: pas)?|(?:pas )?repondus?|viennent|appeles|sms|paging|mail)|(?<![\d.,/:+])(\d{1,4})(?![\d.,/:]| ?%)/g

// How far (points) the middle of a figure may be from the middle of the label above it, and how far below it.
const BESIDE = 45
const BELOW = 45

/**
 * The lines of a block parted into its table, which begins with its head and ends where totals begin, and the
 * others: totals may stand before the table or after it.
 */
export function splitTable(lines: Line[]): { table: Line[]; others: Line[] } {
  const parts: { table: Line[]; others: Line[] } = { table: [], others: [] }
  let part: Line[] = parts.others
  for (const line of lines) {
    if (readHeads(line)) part = parts.table
    else if (isTotals(line)) part = parts.others
    part.push(line)
  }
  return parts
}

/** Whether a line holds labels of totals. */
export function isTotals(line: Line): boolean {
  return line.items.some(({ text }) =>
    /^(viennent|ne viennent|pas repondus?|appeles)\b|^(sms|paging|mail) ?:/.test(fold(text)),
  )
}

/** The totals of a block. A figure stands at the right of its label, or under it. */
export function readTotals(lines: Line[]): Totals {
  const found = new Map<string, number>()
  let open: Token[] = []
  for (const line of lines) {
    const own = line.items.flatMap((item) => split(item, line))
    own.forEach((token, at) => {
      if (token.label !== null) {
        open.push(token)
        return
      }
      const before = own[at - 1]
      const label = before?.label ? before : nearestAbove(token, open)
      if (!label?.label) return
      const known = found.get(label.label) ?? token.number
      found.set(label.label, known === token.number ? known : Number.NaN)
      open = open.filter((other) => other !== label)
    })
  }
  return {
    viennent: found.get('viennent') ?? 0,
    neViennentPas: found.get('ne viennent pas') ?? 0,
    pasRepondus: found.get('pas repondus') ?? 0,
  }
}

/** Why the answers read of a block are not those that it shows, in French, or null. */
export function compareTotals(titre: string, read: Totals, shown: Totals): string | null {
  const wrong = answers.find(({ key }) => read[key] !== shown[key])
  if (!wrong) return null
  const { key, label } = wrong
  const group = `Groupe « ${titre} »`
  if (Number.isNaN(shown[key])) return `${group} : plusieurs totaux différents pour « ${label} ».`
  return `${group} : ${read[key]} lu(s) pour « ${label} », ${shown[key]} annoncé(s).`
}

function nearestAbove(token: Token, labels: Token[]): Token | undefined {
  const distance = (label: Token) => Math.abs(label.x - token.x)
  return labels
    .filter((label) => label.page === token.page && label.y > token.y && label.y - token.y < BELOW)
    .filter((label) => distance(label) < BESIDE)
    .toSorted((a, b) => distance(a) - distance(b))[0]
}

function split(item: Item, { y, page }: Line): Token[] {
  const text = fold(item.text)
  const place = (at: number) => item.x + ((item.right - item.x) * at) / text.length
  return [...text.matchAll(tokens)].map((match) => ({
    label: match[1] === undefined ? null : labelName(match[1]),
    number: Number(match[2] ?? 0),
    x: place(match.index + match[0].length / 2),
    y,
    page,
  }))
}

function labelName(written: string): string {
  if (written.startsWith('ne viennent')) return 'ne viennent pas'
  return written.includes('repondu') ? 'pas repondus' : written
}

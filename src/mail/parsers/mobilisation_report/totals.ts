import { fold } from '../../report/fold.ts'
import { readHeads } from './columns.ts'
import type { Item, Line } from './lines.ts'

/**
 * The totals that a block states. A missing figure counts as 0; a figure stated twice, differently, is NaN.
 */
export interface Totals {
  viennent: number
  neViennentPas: number
  pasRepondus: number
}

/** The counted answers with their labels in the report. */
export const answers: { key: keyof Totals; label: string }[] = [
  { key: 'viennent', label: 'Viennent' },
  { key: 'neViennentPas', label: 'Ne viennent pas' },
  { key: 'pasRepondus', label: 'Pas répondus' },
]

// A label or a figure, and its middle on the page.
interface Token {
  label: string | null
  number: number
  x: number
  y: number
  page: number
}

// Labels may be split ("Ne viennent / pas"). Figures are whole numbers, not percentages, dates or telephones.
const tokens =
  /(ne viennent(?: pas)?|(?:pas )?repondus?|viennent|appeles|sms|paging|mail)|(?<![\d.,/:+])(\d{1,4})(?![\d.,/:]| ?%)/g

// Highest distance in points from the middle of a figure to the middle of its label, beside and below it.
const BESIDE = 45
const BELOW = 45

/**
 * Splits the lines of a block into its table, from its head to the first totals, and the others. Totals may
 * come before or after the table.
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

/** Reads the totals of a block. A figure is to the right of its label or below it. */
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

/** French reason why the answers of a block differ from its totals, or null. */
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

import { fold } from '../../report/fold.ts'
import { readTitre } from '../../report/titre.ts'
import { readHeads } from './columns.ts'
import { joinWrapped, type Line } from './lines.ts'
import { isTotals } from './totals.ts'

/** The part of the report about one alerted group: everything under its title, over any number of pages. */
export interface Block {
  titre: string
  lines: Line[]
}

// Headings of the report itself. They are no titles of blocks, whatever their size.
const headings = [/^rapport d'alarme$/, /^messages$/, /^statistiques? /]

/** Whether the line is a heading of the report, such as "Statistiques générales". */
export function isHeading(line: Line): boolean {
  const text = fold(line.text)
  return headings.some((heading) => heading.test(text))
}

/** The blocks of a report, and the lines that belong to none. */
interface Blocks {
  blocks: Block[]
  /** The lines before the first title. */
  before: Line[]
  /** Lines behind a missing page, up to the next title: the end of a block that nobody knows. */
  lost: Line[]
}

/**
 * Reads the blocks after "Statistiques par Service". A line in 12 pt begins a block; two in a row are one
 * long title.
 * @param starts lines before which a page may be missing
 */
export function readBlocks(lines: Line[], starts: Set<Line>): Blocks {
  const blocks: Block[] = []
  const before: Line[] = []
  const lost: Line[] = []
  let current = before
  let title: Line | undefined
  for (const line of lines) {
    if (starts.has(line)) [current, title] = [lost, undefined]
    if (isHeading(line)) continue
    const last = blocks.at(-1)
    if (!isTitle(line)) {
      current.push(line)
      title = undefined
      continue
    }
    if (last && title && follows(title, line)) last.titre = joinWrapped(last.titre, line.text)
    else blocks.push({ titre: readTitre(line.text), lines: [] })
    current = blocks.at(-1)?.lines ?? before
    title = line
  }
  return { blocks: joinRepeated(blocks), before, lost }
}

// A title repeated on the next page continues its block. A group that was alerted twice has totals twice.
function joinRepeated(blocks: Block[]): Block[] {
  const joined: Block[] = []
  for (const block of blocks) {
    const last = joined.at(-1)
    const same = last?.titre === block.titre
    if (last && same && !(hasTotals(last) && hasTotals(block))) last.lines.push(...block.lines)
    else joined.push(block)
  }
  return joined
}

function hasTotals({ lines }: Block): boolean {
  return lines.some(isTotals)
}

/** Whether the line is the report engine's message that it could not produce this part. */
export function isError({ text }: Line): boolean {
  return /error: ?subreport/i.test(text)
}

// A line in 12 pt, with a tolerance for printer drivers, that has a word: totals and table heads may be as
// large.
function isTitle(line: Line): boolean {
  const size = Math.max(...line.items.map((item) => item.size))
  const other = isError(line) || isTotals(line) || readHeads(line) !== null
  return Math.abs(size - 12) < 0.6 && /\p{L}/u.test(line.text) && !other
}

// Whether a line is the second line of a long title.
function follows(title: Line, line: Line): boolean {
  return title.page === line.page && title.y - line.y < 20 && !line.text.startsWith('*')
}

import { fold } from '../../report/fold.ts'
import { readTitre } from '../../report/titre.ts'
import { readHeads } from './columns.ts'
import { joinWrapped, type Line } from './lines.ts'
import { isTotals } from './totals.ts'

/** The part of the report about one alerted group: what stands under its title, on however many pages. */
export interface Block {
  titre: string
  lines: Line[]
}

// The headings of the report itself, which are no titles of blocks, whatever their size.
const headings = [/^rapport d'alarme$/, /^messages$/, /^statistiques? /]

/** Whether the line is a heading of the report, such as "Statistiques générales". */
export function isHeading(line: Line): boolean {
  const text = fold(line.text)
  return headings.some((heading) => heading.test(text))
}

/**
 * The blocks after "Statistiques par Service". A line in 12 pt begins one; two of them in a row are one long title.
 * What stands before the first title belongs to none.
 */
export function readBlocks(lines: Line[]): { blocks: Block[]; before: Line[] } {
  const blocks: Block[] = []
  const before: Line[] = []
  let title: Line | undefined
  for (const line of lines.filter((candidate) => !isHeading(candidate))) {
    const current = blocks.at(-1)
    if (!isTitle(line)) {
      ;(current?.lines ?? before).push(line)
      title = undefined
      continue
    }
    if (current && title && follows(title, line)) current.titre = joinWrapped(current.titre, line.text)
    else blocks.push({ titre: readTitre(line.text), lines: [] })
    title = line
  }
  return { blocks: joinRepeated(blocks), before }
}

// A title that is repeated on the next page carries on its block; a group that was alerted twice has totals twice.
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

/** Whether the report engine wrote here that it could not produce this part. */
export function isError({ text }: Line): boolean {
  return /error: ?subreport/i.test(text)
}

// 12 pt, within what a printer driver makes of it, and a word: the totals and the head of the table may be as large.
function isTitle(line: Line): boolean {
  const size = Math.max(...line.items.map((item) => item.size))
  const other = isError(line) || isTotals(line) || readHeads(line) !== null
  return Math.abs(size - 12) < 0.6 && /\p{L}/u.test(line.text) && !other
}

// The second line of a title that was too long for one.
function follows(title: Line, line: Line): boolean {
  return title.page === line.page && title.y - line.y < 20 && !line.text.startsWith('*')
}

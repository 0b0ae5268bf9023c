import { fold } from '../../fold.ts'
import { readTitre } from '../../titre.ts'
import type { Line } from './lines.ts'

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
 * The blocks after "Statistiques par Service". A line in 12 pt begins one; two of them in a row are one long title,
 * and a title that was met before (repeated on the next page) carries on its block.
 */
export function readBlocks(lines: Line[]): Block[] {
  const blocks: Block[] = []
  let current: Block | undefined
  let title: Line | undefined
  for (const line of lines.filter((candidate) => !isHeading(candidate))) {
    if (!isTitle(line)) {
      current?.lines.push(line)
      title = undefined
      continue
    }
    const titre = readTitre(line.text)
    if (current && title && follows(title, line)) {
      current.titre = `${current.titre} ${titre}`
    } else {
      current = blocks.find((block) => block.titre === titre) ?? { titre, lines: [] }
      if (!blocks.includes(current)) blocks.push(current)
    }
    title = line
  }
  return blocks
}

// 12 pt, within what a printer driver makes of it, and a word: figures of the totals may be as large.
function isTitle(line: Line): boolean {
  const size = Math.max(...line.items.map((item) => item.size))
  return Math.abs(size - 12) < 0.6 && /\p{L}/u.test(line.text)
}

// The second line of a title that was too long for one.
function follows(title: Line, line: Line): boolean {
  return title.page === line.page && title.y - line.y < 20 && !line.text.startsWith('*')
}

import { splitNumbers } from '../../report/numbers.ts'
import { areAlike, type Cells, findEdges, type Heads, readCells, readHeads } from './columns.ts'
import { joinWrapped, type Line } from './lines.ts'
import { isMedia } from './medias.ts'

/** One row of a table. `numeros` as written, one entry per number. */
export interface Row {
  contact: string
  media: string
  numeros: string[]
  statut: string
}

interface Placed {
  cells: Cells
  line: Line
}

/**
 * The rows of a block's table, whose lines may come from several pages, each with or without the table's head.
 *
 * A row begins where a medium stands. Other lines carry on the row above: third numbers, and names too long for the
 * first line or, with the name's cell empty there, names that stand wholly below. Lines that are clearly nearer to what
 * is below them than to what is above are the beginning of the next row, whose medium stands in its middle.
 */
export function readRows(lines: Line[]): Row[] {
  const placed = placeLines(lines)
  const rows: Cells[] = []
  let early: Cells[] = []
  placed.forEach(({ cells, line }, at) => {
    if (isStart(cells)) {
      rows.push([...early, cells].reduce(append))
      early = []
      return
    }
    const above = rows.at(-1)
    if (!above || early.length > 0 || isNearerBelow(placed[at - 1]?.line, line, placed[at + 1]?.line)) {
      early.push(cells)
    } else {
      rows[rows.length - 1] = append(above, cells)
    }
  })
  const last = rows.pop()
  if (last) rows.push([last, ...early].reduce(append))
  return rows.map(({ numero, ...row }) => ({ ...row, numeros: splitNumbers(numero) }))
}

/**
 * Whether a line stands clearly nearer to the line below it than to the one above; at the top of a page, whether it stands
 * nearer to it than lines of one cell do.
 */
export function isNearerBelow(above: Line | undefined, line: Line, below: Line | undefined): boolean {
  if (below?.page !== line.page) return false
  const gapAbove = above?.page === line.page ? above.y - line.y : lineHeight(line)
  return line.y - below.y < 0.9 * gapAbove
}

function lineHeight(line: Line): number {
  return Math.max(...line.items.map(({ size }) => size))
}

// Each head counts for the lines below it, up to the next: another page may have its columns elsewhere.
function placeLines(lines: Line[]): Placed[] {
  const parts: { heads: Heads; lines: Line[] }[] = []
  for (const line of lines) {
    const heads = readHeads(line)
    if (heads) parts.push({ heads, lines: [] })
    else parts.at(-1)?.lines.push(line)
  }
  return parts.flatMap((part) => {
    const alike = parts.filter(({ heads }) => areAlike(heads, part.heads))
    const edges = findEdges(
      part.heads,
      alike.flatMap((each) => each.lines),
    )
    return part.lines.map((line) => ({ cells: readCells(line, edges), line }))
  })
}

// A medium unknown to us begins a row too, if it has anything beside it; else it is the end of a longer one.
function isStart({ contact, media, numero }: Cells): boolean {
  return isMedia(media) || (media !== '' && (contact !== '' || numero !== ''))
}

function append(row: Cells, more: Cells): Cells {
  return {
    contact: joinWrapped(row.contact, more.contact),
    media: joinWrapped(row.media, more.media),
    numero: `${row.numero} ${more.numero}`.trim(),
    statut: joinWrapped(row.statut, more.statut),
  }
}

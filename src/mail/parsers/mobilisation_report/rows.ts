import { splitNumbers } from '../../report/numbers.ts'
import { areAlike, type Cells, findEdges, type Heads, readCells, readHeads } from './columns.ts'
import { joinWrapped, type Line } from './lines.ts'
import { isMedia } from './medias.ts'

/** One row of a table. `numeros` are as written, one entry per number. */
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
 * Reads the rows of a block's table, whose lines may come from several pages, with or without the table's
 * head.
 *
 * A row begins at a medium. Other lines continue the row above: third numbers, long names, and names entirely
 * on further lines if the name's cell is empty. Lines clearly nearer to the line below than to the one above
 * begin the next row, whose medium is in its middle.
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
 * Whether a line is clearly nearer to the line below than to the one above. At the top of a page: whether it
 * is nearer than lines of one cell are.
 */
export function isNearerBelow(above: Line | undefined, line: Line, below: Line | undefined): boolean {
  if (below?.page !== line.page) return false
  const gapAbove = above?.page === line.page ? above.y - line.y : lineHeight(line)
  return line.y - below.y < 0.9 * gapAbove
}

function lineHeight(line: Line): number {
  return Math.max(...line.items.map(({ size }) => size))
}

// Each head applies to the lines below it, up to the next head: columns may differ by page.
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

// An unknown medium also begins a row if anything is beside it. Otherwise it is the end of a longer name of a
// medium.
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

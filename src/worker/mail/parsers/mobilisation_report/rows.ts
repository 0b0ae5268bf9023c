import { fold } from '../../fold.ts'
import { type Cells, type Edges, readCells, readEdges } from './columns.ts'
import type { Line } from './lines.ts'

/** One row of a table. `numeros` as written, one entry per number. */
export interface Row {
  contact: string
  media: string
  numeros: string[]
  statut: string
}

const medias = ['telephone', 'tel', 'sms', 'paging', 'pager', 'mail', 'email', 'e-mail', 'fax']

interface Placed {
  cells: Cells
  line: Line
}

/**
 * The rows of a block's table, whose lines may come from several pages, each with or without the table's head.
 *
 * A row begins where a medium stands. Other lines carry on the row above: third numbers, and names too long for the
 * first line or, with the name's cell empty there, names that stand wholly below. A line that is clearly nearer to
 * a row below it, whose name is still missing, is the beginning of that one.
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
    const above = rows.pop()
    if (!above || startsNext(placed[at - 1], line, placed[at + 1])) {
      if (above) rows.push(above)
      early.push(cells)
    } else {
      rows.push(append(above, cells))
    }
  })
  return rows.map(({ numero, ...row }) => ({ ...row, numeros: splitNumbers(numero) }))
}

function placeLines(lines: Line[]): Placed[] {
  const placed: Placed[] = []
  let edges: Edges | null = null
  for (const line of lines) {
    const head = readEdges(line)
    if (head) edges = head
    else if (edges) placed.push({ cells: readCells(line, edges), line })
  }
  return placed
}

// A medium unknown to us begins a row too, if it has anything beside it; else it is the end of a longer one.
function isStart({ contact, media, numero }: Cells): boolean {
  return medias.includes(fold(media)) || (media !== '' && (contact !== '' || numero !== ''))
}

function startsNext(above: Placed | undefined, line: Line, below: Placed | undefined): boolean {
  if (!below || below.line.page !== line.page || !isStart(below.cells) || below.cells.contact !== '')
    return false
  const gapBelow = line.y - below.line.y
  return above?.line.page === line.page && gapBelow < 0.7 * (above.line.y - line.y)
}

function append(row: Cells, more: Cells): Cells {
  return {
    contact: joinWrapped(row.contact, more.contact),
    media: joinWrapped(row.media, more.media),
    numero: joinWrapped(row.numero, more.numero),
    statut: joinWrapped(row.statut, more.statut),
  }
}

function joinWrapped(text: string, more: string): string {
  return text.endsWith('-') ? text + more : `${text} ${more}`.trim()
}

// Numbers stand apart by a space, but may hold spaces themselves (`079 123 45 67`): ten digits make a number.
function splitNumbers(text: string): string[] {
  const numbers: string[] = []
  for (const word of text.split(/[\s,;]+/).filter((part) => part !== '')) {
    const last = numbers.at(-1)
    const complete = last === undefined || last.replace(/\D/g, '').length >= 10
    if (complete || word.startsWith('+')) numbers.push(word)
    else numbers[numbers.length - 1] = `${last} ${word}`
  }
  return numbers
}

import { fold } from '../../fold.ts'
import { type Item, joinItems, type Line } from './lines.ts'

/** The text of one line of a table, column by column. */
export interface Cells {
  contact: string
  media: string
  numero: string
  statut: string
}
/** The left edges of the columns, in points. */
export type Edges = Record<keyof Cells, number>

const names = ['contact', 'media', 'numero', 'statut'] as const

// Where an item is taken to be in a column though it begins a little left of its edge (points).
const SLACK = 4

/** The edges of the columns if the line is the head of a table (Contact, Média, Numéro(s), Statut), else null. */
export function readEdges(line: Line): Edges | null {
  const edges: Partial<Edges> = {}
  for (const item of line.items) {
    const name = names.find((known) => fold(item.text).startsWith(known))
    if (name) edges[name] ??= item.x
  }
  const { contact, media, numero, statut } = edges
  if (contact === undefined || media === undefined || numero === undefined || statut === undefined)
    return null
  return { contact, media, numero, statut }
}

/** The words of a line, each in the column that it stands in. */
export function readCells(line: Line, edges: Edges): Cells {
  const items = line.items.flatMap((item) => cutAtEdges(item, edges))
  const column = (name: keyof Cells) => joinItems(items.filter(({ x }) => columnAt(x, edges) === name))
  return {
    contact: column('contact'),
    media: column('media'),
    numero: column('numero'),
    statut: column('statut'),
  }
}

function columnAt(x: number, edges: Edges): keyof Cells {
  return names.findLast((name) => edges[name] <= x + SLACK) ?? 'contact'
}

// pdf.js makes one item of two cells when the first is filled up to the second. The cut is at the space nearest to
// the edge; its place is estimated, as all letters were of one width.
function cutAtEdges(item: Item, edges: Edges): Item[] {
  const edge = names.map((name) => edges[name]).find((x) => item.x < x - SLACK && item.right > x + SLACK)
  if (edge === undefined) return [item]
  const place = (at: number) => item.x + ((item.right - item.x) * at) / item.text.length
  const spaces = [...item.text.matchAll(/ /g)].map(({ index }) => index)
  const [at] = spaces.toSorted((a, b) => Math.abs(place(a) - edge) - Math.abs(place(b) - edge))
  if (at === undefined || Math.abs(place(at) - edge) > 3 * item.size) return [item]
  const left = { ...item, text: item.text.slice(0, at), right: edge }
  return [left, ...cutAtEdges({ ...item, text: item.text.slice(at + 1), x: edge }, edges)]
}

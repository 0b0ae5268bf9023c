import { fold } from '../../fold.ts'
import { groupWords, type Item, type Line } from './lines.ts'
import { isMedia } from './medias.ts'
import type { Word } from './pdf_words.ts'

/** The text of one line of a table, column by column. */
export interface Cells {
  contact: string
  media: string
  numero: string
  statut: string
}
type Column = keyof Cells

/** The head of a table: where each column's name stands, in points. */
export type Heads = Record<Column, { x: number; right: number }>
/** Where each column but the first begins, in points. */
export type Edges = Record<Exclude<Column, 'contact'>, number>

const names = ['contact', 'media', 'numero', 'statut'] as const

// In ems: a gap as wide as this, all the way down, parts two columns and not two words.
const GUTTER = 0.6
// Points that a head may stand aside from its cells.
const ASIDE = 25

/** The head of a table if the line is one (Contact, Média, Numéro(s), Statut, in this order), else null. */
export function readHeads(line: Line): Heads | null {
  const words = line.items.flatMap((item) => item.words)
  const found = names.map((name) => words.find(({ text }) => fold(text).startsWith(name)))
  const [contact, media, numero, statut] = found
  if (!contact || !media || !numero || !statut) return null
  const ordered = contact.x < media.x && media.x < numero.x && numero.x < statut.x
  return ordered ? { contact, media, numero, statut } : null
}

/**
 * Where the columns of a table begin: each at the gutter nearest to the left edge of its head, a gutter being what no
 * cell below the head reaches into. Where cells of two columns touch there is none, and the head alone counts.
 */
export function findEdges(heads: Heads, lines: Line[]): Edges {
  const rows = lines.map(wordsOf).filter((words) => words.some(({ text }) => isMedia(text)))
  const edge = (left: Column, right: Column) => {
    const wanted = heads[right].x
    const straddled = rows.flat().some((word) => word.x < wanted - 1 && word.right > wanted + 1)
    const [nearest] = findGutters(rows, middle(heads[left]), middle(heads[right]))
      .map(([from, to]) => Math.min(Math.max(wanted, from), to))
      .toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))
    if (nearest === undefined) return wanted
    // A head set in the middle of its column stands over its cells, and not where they begin.
    return straddled || Math.abs(nearest - wanted) <= ASIDE ? nearest : wanted
  }
  return {
    media: edge('contact', 'media'),
    numero: edge('media', 'numero'),
    statut: edge('numero', 'statut'),
  }
}

// The gaps between all words of the rows that reach into the stretch from one place to another.
function findGutters(rows: Word[][], from: number, to: number): [from: number, to: number][] {
  const words = rows.flat().toSorted((a, b) => a.x - b.x)
  const gutters: [number, number][] = []
  let covered = Number.POSITIVE_INFINITY
  for (const { x, right, size } of words) {
    if (x - covered > GUTTER * size && covered < to && x > from) gutters.push([covered, x])
    covered = covered === Number.POSITIVE_INFINITY ? right : Math.max(covered, right)
  }
  return gutters
}

function middle({ x, right }: { x: number; right: number }): number {
  return (x + right) / 2
}

function wordsOf(line: Line): Word[] {
  return line.items.flatMap((item) => item.words)
}

/** The words of a line, each in the column that it stands in. */
export function readCells(line: Line, edges: Edges): Cells {
  const items = line.items.flatMap((item) => cutAtEdges(item, edges))
  const column = (name: Column) => {
    const own = items.filter(({ words: [first] }) => first && columnAt(first, edges) === name)
    return own.map(({ text }) => text).join(' ')
  }
  return {
    contact: column('contact'),
    media: column('media'),
    numero: column('numero'),
    statut: column('statut'),
  }
}

// By its middle: the place of a word in a run that goes over two cells is known to a few points only.
function columnAt(word: Word, edges: Edges): Column {
  const x = middle(word)
  if (x >= edges.statut) return 'statut'
  if (x >= edges.numero) return 'numero'
  return x >= edges.media ? 'media' : 'contact'
}

// Cells that touch each other look like one. A long name that stands alone on its line, though, goes on past its column.
function cutAtEdges(item: Item, edges: Edges): Item[] {
  const at = item.words.findIndex((word, index) => {
    const before = item.words[index - 1]
    if (!before) return false
    const column = columnAt(word, edges)
    return column !== columnAt(before, edges) && begins(column, word, before)
  })
  if (at < 0) return [item]
  const [left, right] = [groupWords(item.words.slice(0, at)), groupWords(item.words.slice(at))]
  return [...left, ...right.flatMap((rest) => cutAtEdges(rest, edges))]
}

// Whether a word looks like the beginning of a cell of that column.
function begins(column: Column, word: Word, before: Word): boolean {
  if (column === 'media') return isMedia(word.text)
  if (column === 'numero') return /^[+(\d]/.test(word.text)
  return /\d$/.test(before.text) && /^\p{L}/u.test(word.text)
}

import { fold } from '../../report/fold.ts'
import { groupWords, type Item, type Line } from './lines.ts'
import { hasNumbers, isMedia } from './medias.ts'
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

/** The head of a table if the line is one (Contact, Média, Numéro(s), Statut, in this order), else null. */
export function readHeads(line: Line): Heads | null {
  const words = line.items.flatMap((item) => item.words)
  const found = names.map((name) => words.find(({ text }) => fold(text).startsWith(name)))
  const [contact, media, numero, statut] = found
  if (!contact || !media || !numero || !statut) return null
  const ordered = contact.x < media.x && media.x < numero.x && numero.x < statut.x
  return ordered ? { contact, media, numero, statut } : null
}

/** Whether two heads stand at the same places: those of one table, on two pages. */
export function areAlike(a: Heads, b: Heads): boolean {
  return names.every((name) => Math.abs(a[name].x - b[name].x) < 1)
}

/**
 * Where the columns of a table begin. A head may stand aside from its cells, or in the middle of its column: so each edge
 * is moved to where it parts the cells of those rows whose cells can be told apart by what they say.
 */
export function findEdges(heads: Heads, lines: Line[]): Edges {
  const cells = lines.map((line) => sortWords(line, heads))
  const edge = (left: Column, right: Column) => {
    const from = Math.max(...cells.flatMap((row) => row[left].map((word) => word.right)))
    const to = Math.min(...cells.flatMap((row) => row[right].map((word) => word.x)))
    return Math.min(Math.max(heads[right].x, from), to)
  }
  return {
    media: edge('contact', 'media'),
    numero: edge('media', 'numero'),
    statut: edge('numero', 'statut'),
  }
}

// The words of a line by column, as far as it is plain without their places; in a line without a medium only numbers are.
function sortWords(line: Line, heads: Heads): Record<Column, Word[]> {
  const words = line.items.flatMap((item) => item.words)
  const aside = (word: Word) => Math.abs(middle(word) - middle(heads.media))
  const [media] = words.filter(({ text }) => isMedia(text)).toSorted((a, b) => aside(a) - aside(b))
  const after = words.filter(({ x }) => x > (media ?? heads.media).x)
  const answer = after.findIndex((word) => !isNumber(word))
  const numero = answer < 0 ? after : after.slice(0, answer)
  if (!media || !hasNumbers(media.text))
    return { contact: [], media: media ? [media] : [], numero, statut: [] }
  return {
    contact: words.slice(0, words.indexOf(media)),
    media: [media],
    numero,
    statut: answer < 0 ? [] : after.slice(answer),
  }
}

function isNumber({ text }: Word): boolean {
  return /^[+(]?\d/.test(text)
}

function middle({ x, right }: { x: number; right: number }): number {
  return (x + right) / 2
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
  if (column === 'numero') return isNumber(word)
  return /\d$/.test(before.text) && /^\p{L}/u.test(word.text)
}

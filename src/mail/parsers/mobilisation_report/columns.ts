import { fold } from '../../report/fold.ts'
import { groupWords, type Item, type Line } from './lines.ts'
import { hasNumbers, isMedia } from './medias.ts'
import type { Word } from './pdf_words.ts'

/** The text of one line of a table, by column. */
export interface Cells {
  contact: string
  media: string
  numero: string
  statut: string
}
type Column = keyof Cells

/** The head of a table: the place of each column's name, in points. */
export type Heads = Record<Column, { x: number; right: number }>
/** The beginning of each column except the first, in points. */
type Edges = Record<Exclude<Column, 'contact'>, number>

const names = ['contact', 'media', 'numero', 'statut'] as const

/**
 * Reads a line as the head of a table (Contact, Média, Numéro(s), Statut, in this order); null if it is not one.
 */
export function readHeads(line: Line): Heads | null {
  const words = line.items.flatMap((item) => item.words)
  const found = names.map((name) => words.find(({ text }) => fold(text).startsWith(name)))
  const [contact, media, numero, statut] = found
  if (!contact || !media || !numero || !statut) return null
  const ordered = contact.x < media.x && media.x < numero.x && numero.x < statut.x
  return ordered ? { contact, media, numero, statut } : null
}

/** Whether two heads are at the same places, as those of one table on two pages are. */
export function areAlike(a: Heads, b: Heads): boolean {
  return names.every((name) => Math.abs(a[name].x - b[name].x) < 1)
}

/**
 * Finds the beginnings of a table's columns. A head may be beside its cells, or centred in its column. So
 * each edge is moved to separate the cells of those rows whose words identify them.
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

// The words of a line by column, as far as the words alone tell. Without a medium, only numbers do.
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

/** Sorts the words of a line into columns by their places. */
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

// By the middle of the word: in a run over two cells, its place is known only within a few points.
function columnAt(word: Word, edges: Edges): Column {
  const x = middle(word)
  if (x >= edges.statut) return 'statut'
  if (x >= edges.numero) return 'numero'
  return x >= edges.media ? 'media' : 'contact'
}

// Cells that touch look like one. But a long name alone on its line may extend past its column.
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

// Whether a word looks like the beginning of a cell in that column.
function begins(column: Column, word: Word, before: Word): boolean {
  if (column === 'media') return isMedia(word.text)
  if (column === 'numero') return isNumber(word)
  return /\d$/.test(before.text) && /^\p{L}/u.test(word.text)
}

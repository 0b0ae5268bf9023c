import { readWords, type Word } from './pdf_words.ts'

/** Words separated by single spaces: a cell of a table, a label, a value. */
export interface Item {
  text: string
  x: number
  right: number
  size: number
  words: Word[]
}

/**
 * The text at one height of a page, from left to right. `text` is the whole line, with one space between
 * words.
 */
export interface Line {
  page: number
  y: number
  items: Item[]
  text: string
}

// Baselines closer than this (points) are one line. The cells of a row may differ a little in height.
const SAME_LINE = 3
// In ems. Letters closer than this are one word; words closer than the next value belong together. Spaces are
// 0.25 to 0.6 wide.
const SAME_WORD = 0.13
const TOGETHER = 0.75

/** A page of a PDF as lines from top to bottom; none, and a French reason, if it cannot be read whole. */
export interface Sheet {
  /** Its place in the file, from 1. */
  page: number
  lines: Line[]
  fault: string | null
}

interface Sheets {
  sheets: Sheet[]
  /** French reasons for damage whose page is unknown. */
  faults: string[]
  encrypted: boolean
}

/**
 * Reads the text of a PDF page after page, by position alone. Throws like readWords.
 */
export async function readSheets(pdf: Buffer): Promise<Sheets> {
  const { pages, faults, encrypted } = await readWords(pdf)
  const sheets = pages.map(({ words, fault }, at) => {
    return { page: at + 1, lines: arrangeLines(at + 1, words), fault }
  })
  return { sheets, faults, encrypted }
}

/** Arranges the words of a page as lines, from top to bottom. */
export function arrangeLines(page: number, words: Word[]): Line[] {
  const lines: { y: number; words: Word[] }[] = []
  for (const word of words.toSorted((a, b) => b.y - a.y)) {
    const last = lines.at(-1)
    if (last && last.y - word.y <= SAME_LINE) last.words.push(word)
    else lines.push({ y: word.y, words: [word] })
  }
  return lines.map((line) => {
    const items = groupWords(joinLetters(line.words.toSorted((a, b) => a.x - b.x)))
    return { page, y: line.y, items, text: items.map(({ text }) => text).join(' ') }
  })
}

/** Groups words from left to right into items, separated where the gap is wider than a space. */
export function groupWords(words: Word[]): Item[] {
  const groups: Word[][] = []
  for (const word of words) {
    const last = groups.at(-1)
    const before = last?.at(-1)
    if (last && before && gap(before, word) <= TOGETHER) last.push(word)
    else groups.push([word])
  }
  return groups.map(itemOf)
}

function itemOf(words: Word[]): Item {
  return {
    text: words.map(({ text }) => text).join(' '),
    x: Math.min(...words.map(({ x }) => x)),
    right: Math.max(...words.map(({ right }) => right)),
    size: Math.max(...words.map(({ size }) => size)),
    words,
  }
}

// Joins letters, which some files place one by one.
function joinLetters(words: Word[]): Word[] {
  const joined: Word[] = []
  for (const word of words) {
    const last = joined.at(-1)
    if (last && gap(last, word) <= SAME_WORD) {
      const text = last.text.replace(/\u00ad$/, '') + word.text
      Object.assign(last, { text, right: Math.max(last.right, word.right) })
    } else {
      joined.push({ ...word })
    }
  }
  return joined
}

// The gap between two neighbours, in ems.
function gap(left: Word, right: Word): number {
  return (right.x - left.right) / Math.max(left.size, right.size)
}

/**
 * Joins a text with the next line: by a space, unless a word was split there. A soft hyphen is removed, a
 * hyphen stays.
 */
export function joinWrapped(text: string, more: string): string {
  if (text.endsWith('\u00ad')) return text.slice(0, -1) + more
  return /[\p{L}\d]-$/u.test(text) ? text + more : `${text} ${more}`.trim()
}

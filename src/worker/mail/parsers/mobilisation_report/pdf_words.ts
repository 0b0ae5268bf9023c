import { getDocumentProxy } from 'unpdf'

/** A word and where it stands on the upright page: points from the lower left corner; `y` is its baseline. */
export interface Word {
  text: string
  x: number
  right: number
  y: number
  size: number
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>
type Matrix = readonly number[]

// A mobilisation report has 5 to 30 pages.
const PAGE_LIMIT = 300

/**
 * The words of a PDF, page after page, in no order: how the file splits its text into runs, and in which order it draws
 * them, says nothing. Throws when the file is no PDF, is protected, or has more than 300 pages.
 */
export async function readWords(pdf: Uint8Array): Promise<Word[][]> {
  // pdf.js takes over the buffer it is given, so it gets a copy; verbosity 0 keeps it from writing to the console.
  const document = await getDocumentProxy(new Uint8Array(pdf), { verbosity: 0 })
  try {
    if (document.numPages > PAGE_LIMIT) throw Object.assign(new Error('pages'), { name: 'TooManyPages' })
    const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1)
    return await Promise.all(numbers.map(async (number) => readPage(await document.getPage(number))))
  } finally {
    await document.loadingTask.destroy()
  }
}

async function readPage(page: Page): Promise<Word[]> {
  const { items } = await page.getTextContent()
  const viewport = page.getViewport({ scale: 1 })
  const upright: Matrix = viewport.transform
  const scale = Math.hypot(upright[0] ?? 1, upright[1] ?? 0)
  const words = items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return []
    const [a, b, c, d, x, y] = multiply(upright, item.transform)
    // Across or upside down: a stamp, a note in the margin, none of the report's text.
    if (a <= 0 || Math.abs(b) > 0.05 * a) return []
    const run = { x, right: x + item.width * scale, y: viewport.height - y, size: Math.hypot(c, d) }
    return splitRun(item.str, run)
  })
  return dropDoubles(words)
}

function multiply(m: Matrix, n: Matrix): [number, number, number, number, number, number] {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = m
  const [a2 = 1, b2 = 0, c2 = 0, d2 = 1, e2 = 0, f2 = 0] = n
  return [
    a * a2 + c * b2,
    b * a2 + d * b2,
    a * c2 + c * d2,
    b * c2 + d * d2,
    a * e2 + c * f2 + e,
    b * e2 + d * f2 + f,
  ]
}

// Invisible: where a word could be parted at the end of a line, and marks of no width.
const invisible = /[\u00ad\u200b-\u200d\u2060\ufeff]/g

// pdf.js puts neighbouring words into one run, even of two cells that touch; each has its place by the widths of letters.
function splitRun(text: string, run: Omit<Word, 'text'>): Word[] {
  const passed = [0]
  for (const letter of text.split('')) passed.push((passed.at(-1) ?? 0) + letterWidth(letter))
  const point = (run.right - run.x) / (passed.at(-1) ?? 1)
  const place = (at: number) => run.x + point * (passed[at] ?? 0)
  return [...text.matchAll(/\S+/g)]
    .map(({ 0: word, index }) => {
      return { ...run, text: tidy(word), x: place(index), right: place(index + word.length) }
    })
    .filter((word) => word.text !== '')
}

// A soft hyphen that ends a run stays, as a hyphen would: it may end a line.
function tidy(text: string): string {
  const softEnd = text.endsWith('\u00ad') ? '\u00ad' : ''
  return text.normalize('NFC').replace(invisible, '') + softEnd
}

// In ems, near enough for the fonts that reports are printed in.
function letterWidth(letter: string): number {
  if (/[\s.,;:!|'’iljtfrIí()[\]/-]/u.test(letter)) return 0.3
  if (/[mwMW@%œŒ]/.test(letter)) return 0.85
  return /\p{Lu}/u.test(letter) ? 0.68 : 0.55
}

// Some printers make bold letters by drawing them twice, a hair apart.
function dropDoubles(words: Word[]): Word[] {
  const alike = Map.groupBy(words, ({ text, y }) => `${Math.round(y)} ${text}`)
  return [...alike.values()].flatMap((same) => {
    const kept: Word[] = []
    for (const word of same) if (!kept.some((other) => covers(other, word))) kept.push(word)
    return kept
  })
}

function covers(a: Word, b: Word): boolean {
  const shared = Math.min(a.right, b.right) - Math.max(a.x, b.x)
  return shared > 0.5 * (b.right - b.x) && Math.abs(a.y - b.y) < 0.15 * a.size
}

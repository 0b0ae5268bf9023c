import { getDocumentProxy } from 'unpdf'
import { checkPdf } from '../../pdf/check_pdf.ts'
import { damaged, UnreadablePdf } from '../../pdf/unreadable_pdf.ts'
import { chooseTurn, isLevel } from './turn.ts'

/** A word and where it stands on the upright page: points from the lower left corner; `y` is its baseline. */
export interface Word {
  text: string
  x: number
  right: number
  y: number
  size: number
}

/** The words of a PDF, page after page, in no order. */
export interface Words {
  pages: Word[][]
  /** The file is encrypted, though anybody may read it: whether it is whole cannot be told. */
  encrypted: boolean
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>
type Matrix = readonly number[]

// A mobilisation report has 5 to 30 pages.
const PAGE_LIMIT = 300

// What pdf.js makes of a letter that its font does not tell.
const unread = /(?![\t\n\r])\p{Cc}|\ufffd/u

/**
 * The words of a PDF: how the file splits its text into runs, and in which order it draws them, says nothing. All of them, or
 * none: throws when the file is no PDF, is damaged or protected, has more than 300 pages, or shows what is no text.
 */
export async function readWords(pdf: Buffer): Promise<Words> {
  const { pictures, bytes, encrypted } = checkPdf(pdf)
  // pdf.js takes over the buffer it is given, so it gets a copy; verbosity 0 keeps it from writing to the console.
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0, stopAtErrors: true })
  try {
    if (document.numPages > PAGE_LIMIT) throw new UnreadablePdf(`il a plus de ${PAGE_LIMIT} pages`)
    if (!encrypted && document.numPages !== pictures.length) throw damaged('sa table des pages')
    const pages: Word[][] = []
    while (pages.length < document.numPages)
      pages.push(await readPage(await document.getPage(pages.length + 1)))
    if (pages.every((words) => words.length === 0)) throw new UnreadablePdf('il n’a pas de texte')
    const scan = pages.findIndex((words, at) => words.length === 0 && pictures[at])
    if (scan >= 0) throw new UnreadablePdf(`sa page ${scan + 1} est une image, sans texte`)
    return { pages, encrypted }
  } finally {
    await document.loadingTask.destroy()
  }
}

async function readPage(page: Page): Promise<Word[]> {
  const { items } = await page.getTextContent()
  const runs = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : []))
  const where = `sa page ${page.pageNumber}`
  if (runs.some(({ str }) => unread.test(str)))
    throw new UnreadablePdf(`${where} a des caractères illisibles`)
  const rotation = chooseTurn(runs, page.rotate)
  if (rotation === null) throw new UnreadablePdf(`${where} a du texte dans plusieurs sens`)
  const viewport = page.getViewport({ scale: 1, rotation })
  const upright: Matrix = viewport.transform
  const scale = Math.hypot(upright[0] ?? 1, upright[1] ?? 0)
  const words = runs.flatMap((item) => {
    // Across or upside down: a stamp, a note in the margin, none of the report's text.
    if (!isLevel(item, rotation)) return []
    const [, , c, d, x, y] = multiply(upright, item.transform)
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

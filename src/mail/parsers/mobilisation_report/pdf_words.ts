import { getDocumentProxy } from 'unpdf'
import { checkPdf } from '../../pdf/check_pdf.ts'
import { multiply, toMatrix } from '../../pdf/matrix.ts'
import { damaged, UnreadablePdf } from '../../pdf/unreadable_pdf.ts'
import { TooMuchMemory } from '../../reading/reading_limits.ts'
import { errorKind } from '../../report/error_kind.ts'
import { chooseTurn, isLevel } from './turn.ts'

/** A word and its place on the upright page: points from the lower left corner; `y` is its baseline. */
export interface Word {
  text: string
  x: number
  right: number
  y: number
  size: number
}

/** A page of a PDF: its words, unordered; none, and a French reason, if it cannot be read whole. */
interface WordsPage {
  words: Word[]
  fault: string | null
}

interface Words {
  pages: WordsPage[]
  /** French reasons for damage whose page is unknown. */
  faults: string[]
  /** Whether the file is encrypted, even if anybody may read it. Then nobody can tell whether it is whole. */
  encrypted: boolean
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>

const SCAN = 'est une image, sans texte'

// A mobilisation report has 5 to 30 pages.
const PAGE_LIMIT = 300

// The result of pdf.js for a letter that its font does not identify.
const unread = /(?![\t\n\r])\p{Cc}|\ufffd/u

/**
 * Reads the words of a PDF, of each page all or none. How the file splits its text into runs, and their order, does
 * not matter. Throws when the file is no PDF, is protected, has more than 300 pages, or has no page that can be read.
 */
export async function readWords(pdf: Buffer): Promise<Words> {
  const checked = checkPdf(pdf)
  const { faults, bytes, encrypted } = checked
  const first = checked.pages.find(({ fault }) => fault !== null)?.fault
  if (!encrypted && checked.pages.every(({ fault }) => fault !== null)) throw new UnreadablePdf(first ?? '')
  // pdf.js takes over its buffer, so it gets a copy. Verbosity 0 keeps it from writing to the console.
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0, stopAtErrors: true })
  try {
    const known = encrypted
      ? Array.from({ length: document.numPages }, () => ({ fault: null, pictures: false }))
      : checked.pages
    if (known.length > PAGE_LIMIT) throw new UnreadablePdf(`il a plus de ${PAGE_LIMIT} pages`)
    if (known.filter(({ fault }) => fault === null).length !== document.numPages)
      throw damaged('sa table des pages')
    const pages: WordsPage[] = []
    let read = 0
    for (const { fault, pictures } of known) {
      if (fault === null) read += 1
      pages.push(
        fault === null ? await readWhole(document, read, pages.length + 1, pictures) : { words: [], fault },
      )
    }
    if (pages.every(({ words }) => words.length === 0)) {
      const faults = pages.flatMap(({ fault }) => fault ?? [])
      const scanned = faults.length === 0 || faults.every((fault) => fault.endsWith(SCAN))
      throw new UnreadablePdf(scanned ? 'il n’a pas de texte' : (faults[0] ?? ''))
    }
    return { pages, faults, encrypted }
  } finally {
    await document.loadingTask.destroy()
  }
}

// A page by its number among those that pdf.js has. @param place its number in the whole file
async function readWhole(
  document: Awaited<ReturnType<typeof getDocumentProxy>>,
  number: number,
  place: number,
  pictures: boolean,
): Promise<WordsPage> {
  try {
    const words = await readPage(await document.getPage(number), place)
    const scan = words.length === 0 && pictures
    return { words, fault: scan ? `sa page ${place} ${SCAN}` : null }
  } catch (error) {
    if (error instanceof TooMuchMemory) throw error
    return { words: [], fault: errorKind(error) }
  }
}

async function readPage(page: Page, place: number): Promise<Word[]> {
  const { items } = await page.getTextContent()
  const runs = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : []))
  const where = `sa page ${place}`
  if (runs.some(({ str }) => unread.test(str)))
    throw new UnreadablePdf(`${where} a des caractères illisibles`)
  const rotation = chooseTurn(runs, page.rotate)
  if (rotation === null) throw new UnreadablePdf(`${where} a du texte dans plusieurs sens`)
  const viewport = page.getViewport({ scale: 1, rotation })
  const upright = toMatrix(viewport.transform)
  const scale = Math.hypot(upright[0], upright[1])
  const words = runs.flatMap((item) => {
    // Text across or upside down is a stamp or a note in the margin, not part of the report.
    if (!isLevel(item, rotation)) return []
    const [, , c, d, x, y] = multiply(upright, toMatrix(item.transform))
    const run = { x, right: x + item.width * scale, y: viewport.height - y, size: Math.hypot(c, d) }
    return splitRun(item.str, run)
  })
  return dropDoubles(words)
}

// Soft hyphens and marks of no width.
const invisible = /[\u00ad\u200b-\u200d\u2060\ufeff]/g

// pdf.js joins neighbouring words into one run, even across two cells that touch. Widths of letters give each
// word its place.
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

// Keeps a soft hyphen at the end of a run, like a hyphen: it may end a line.
function tidy(text: string): string {
  const softEnd = text.endsWith('\u00ad') ? '\u00ad' : ''
  return text.normalize('NFC').replace(invisible, '') + softEnd
}

// In ems, exact enough for the fonts of reports.
function letterWidth(letter: string): number {
  if (/[\s.,;:!|'’iljtfrIí()[\]/-]/u.test(letter)) return 0.3
  if (/[mwMW@%œŒ]/.test(letter)) return 0.85
  return /\p{Lu}/u.test(letter) ? 0.68 : 0.55
}

// Drops doubles: some printers draw bold letters twice, slightly apart.
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

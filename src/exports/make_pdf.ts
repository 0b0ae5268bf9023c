import PDFDocument from 'pdfkit'
import { addArimo } from './arimo.ts'
import { MARGIN, type Page } from './write_line.ts'

/** Metadata of a PDF. */
interface About {
  title: string
  author: string
  /** The day on which it is made, in ISO 8601. */
  date: string
}

/** Makes a PDF of A4 pages in Arimo. The same contents make the same bytes. */
export async function makePdf(about: About, draw: (page: Page) => void): Promise<Buffer> {
  const parts: Uint8Array[] = []
  const { page, done } = openPdf(about, (bytes) => parts.push(bytes), { bufferPages: true })
  draw(page)
  page.end()
  await done
  return Buffer.concat(parts)
}

/**
 * Opens a PDF of A4 pages in Arimo. Without `bufferPages`, a page that is left can no longer be drawn on.
 * @param send receives the bytes as they are made
 * @returns its first page, and a promise for the time when all bytes were sent after `page.end()`
 */
export function openPdf(
  { title, author, date }: About,
  send: (bytes: Uint8Array) => void,
  { bufferPages = false } = {},
): { page: Page; done: Promise<void> } {
  const page = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    lang: 'fr-CH',
    displayTitle: true,
    bufferPages,
    font: '',
    info: { Title: title, Author: author, CreationDate: new Date(`${date}T00:00Z`) },
  })
  addArimo(page)
  page.on('pageAdded', () => shorten(page))
  shorten(page)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  page.on('data', send).on('end', resolve).on('error', reject)
  return { page, done: promise }
}

interface PageData {
  MediaBox?: number[]
  UserUnit?: number
  Parent: { data: Pick<PageData, 'MediaBox'> }
  Resources: { data: { ProcSet?: string[] } }
}

// Writes once for all pages what pdfkit writes for each: documents have hundreds. All pages have the same size.
function shorten({ page }: Page): void {
  const data = page.dictionary.data as unknown as PageData
  Object.assign(data.Parent.data, { MediaBox: data.MediaBox })
  delete data.MediaBox
  // 1, as by default.
  delete data.UserUnit
  // Of no use since PDF 1.4.
  delete data.Resources.data.ProcSet
}

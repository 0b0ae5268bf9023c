import PDFDocument from 'pdfkit'
import { MARGIN, type Page } from './write_line.ts'

/** What a PDF says about itself. */
interface About {
  title: string
  author: string
  /** The day on which it is made, in ISO 8601. */
  date: string
}

/** Makes a PDF of A4 pages in the standard fonts. The same contents make the same bytes. */
export async function makePdf({ title, author, date }: About, draw: (page: Page) => void): Promise<Buffer> {
  const page = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    lang: 'fr-CH',
    displayTitle: true,
    bufferPages: true,
    info: { Title: title, Author: author, CreationDate: new Date(`${date}T00:00Z`) },
  })
  const chunks: Buffer[] = []
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  page
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .on('end', () => resolve(Buffer.concat(chunks)))
    .on('error', reject)
  draw(page)
  page.end()
  return promise
}

import PDFDocument from 'pdfkit'
import { addArimo } from '../exports/arimo.ts'
import { printable } from '../exports/printable.ts'

// Points.
const MARGIN = 40
const RIGHT = 555
const BOTTOM = 780
const FOOT = 800

interface Style {
  size?: number
  bold?: boolean
  colour?: string
}

/**
 * The paper of a report: A4 pages in Helvetica, written line by line from the top, with "Page: n" at the foot. Lines
 * with letters that Helvetica lacks are in Arimo.
 *
 * Lengths are points from the upper left corner. `y` is the position of the next line.
 */
export class ReportPage {
  y = MARGIN
  readonly #doc: PDFKit.PDFDocument
  readonly #numbers: number[]
  #page = 0

  /** @param numbers page numbers printed at the foot, when they are not 1, 2, 3 … */
  constructor(created: Date, numbers: number[]) {
    // The document's ID follows from the creation date. A fixed date gives the same report the same bytes.
    const info = { Title: "Rapport d'alarme", CreationDate: created }
    this.#doc = new PDFDocument({ size: 'A4', margin: 0, autoFirstPage: false, info })
    addArimo(this.#doc)
    this.#numbers = numbers
    this.break()
  }

  /** Begins a new page. */
  break(): void {
    this.#doc.addPage()
    this.#page += 1
    this.y = MARGIN
    const number = this.#numbers[this.#page - 1] ?? this.#page
    this.text(`Page: ${number}`, RIGHT - 40, FOOT, { size: 8, colour: '#555555' })
    this.rule(FOOT - 6)
  }

  /** Begins a new page unless `height` still fits on this one. */
  need(height: number): void {
    if (this.y + height > BOTTOM) this.break()
  }

  /** One line of text with its upper left corner at x, y; nothing is wrapped. */
  text(text: string, x: number, y = this.y, { size = 9, bold = false, colour = 'black' }: Style = {}): void {
    const font = fontOf(text, bold)
    this.#doc.font(font).fontSize(size).fillColor(colour)
    if (font.startsWith('Arimo'))
      this.#doc.text(printable(text), x, y, { lineBreak: false, baseline: 'hanging' })
    else this.#doc.text(text, x, y, { lineBreak: false })
  }

  /** One line of text in the middle of `width`. */
  centre(text: string, x: number, width: number, y: number, style: Style = {}): void {
    this.text(text, x + (width - this.#width(text, style)) / 2, y, style)
  }

  /** A heading across the page, in the middle, on a band. */
  heading(text: string, size: number): void {
    this.need(60)
    this.band(size + 8)
    this.centre(text, MARGIN, RIGHT - MARGIN, this.y + 4, { size, bold: true })
    this.y += size + 16
  }

  /** A grey band across the page, behind the next text. */
  band(height: number, colour = '#e4e8ee'): void {
    this.#doc.rect(MARGIN, this.y, RIGHT - MARGIN, height).fill(colour)
  }

  /** A thin line across the page. */
  rule(y = this.y): void {
    this.#doc.moveTo(MARGIN, y).lineTo(RIGHT, y).lineWidth(0.4).stroke('#b0b6bf')
  }

  /** The text in lines of at most `width`, broken between words. */
  wrap(text: string, width: number, style: Style = {}): string[] {
    const lines: string[] = []
    for (const word of text.split(' ')) {
      const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
      if (lines.length === 0 || this.#width(longer, style) > width) lines.push(word)
      else lines[lines.length - 1] = longer
    }
    return lines
  }

  /** Closes the document and gives its bytes. */
  async finish(): Promise<Buffer> {
    const chunks: Buffer[] = []
    this.#doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    const ended = new Promise((resolve, reject) => this.#doc.once('end', resolve).once('error', reject))
    this.#doc.end()
    await ended
    return Buffer.concat(chunks)
  }

  #width(text: string, { size = 9, bold = false }: Style): number {
    return this.#doc.font(fontOf(text, bold)).fontSize(size).widthOfString(text)
  }
}

function fontOf(text: string, bold: boolean): string {
  if (/^[\x20-\x7e\xa0-\xff‘’“”–—…•€ŒœŠšŽžŸ]*$/.test(text)) return bold ? 'Helvetica-Bold' : 'Helvetica'
  return bold ? 'Arimo-Bold' : 'Arimo-Regular'
}

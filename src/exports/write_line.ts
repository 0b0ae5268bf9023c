import { printable } from './printable.ts'

export type Page = PDFKit.PDFDocument

/** The margin of a page on every side, in points. */
export const MARGIN = 48

/** The width of an A4 page between its margins, in points. */
export const WIDTH = 499

/** Has pdfkit measure y from the top of the letters, without the room that the font leaves above them. */
export const BASELINE = 'hanging'

const places = { left: 0, center: 0.5, right: 1 }

/**
 * Writes one line in the current font, measured from the margins. A text that is too long for its width ends in `…`.
 */
export function writeLine(
  page: Page,
  text: string,
  x: number,
  y: number,
  width: number,
  place: keyof typeof places = 'left',
): void {
  const whole = printable(text)
  const shown = page.widthOfString(whole) <= width ? whole : cut(page, whole, width)
  const indent = (width - page.widthOfString(shown)) * places[place]
  page.text(shown, MARGIN + x + indent, MARGIN + y, { lineBreak: false, baseline: BASELINE })
}

// The longest beginning that has room, by halves: a text may have thousands of letters.
function cut(page: Page, text: string, width: number): string {
  let [fits, tooLong] = [0, text.length]
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if (page.widthOfString(shortened(text, middle)) <= width) fits = middle
    else tooLong = middle
  }
  return shortened(text, fits)
}

const shortened = (text: string, length: number) => `${text.slice(0, length).trimEnd()}…`

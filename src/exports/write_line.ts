import { printable } from './printable.ts'

export type Page = PDFKit.PDFDocument

/** The margin of a page on every side, in points. */
export const MARGIN = 48

/** The width of an A4 page between its margins, in points. */
export const WIDTH = 499

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
  let shown = printable(text)
  while (page.widthOfString(shown) > width) shown = `${shown.replace(/….*$/, '').slice(0, -1).trimEnd()}…`
  const indent = (width - page.widthOfString(shown)) * places[place]
  page.text(shown, MARGIN + x + indent, MARGIN + y, { lineBreak: false })
}

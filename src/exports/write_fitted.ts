import { printable } from './printable.ts'
import { type Page, writeLine } from './write_line.ts'

/**
 * Writes one line in the current font, measured from the margins. A text that is too long for its width is written in
 * smaller letters, and cut only where the smallest do not suffice.
 */
export function writeFitted(
  page: Page,
  text: string,
  { x, y, width }: { x: number; y: number; width: number },
  [largest, smallest]: [largest: number, smallest: number],
): void {
  const shown = printable(text)
  let size = largest
  while (size > smallest && page.fontSize(size).widthOfString(shown) > width) size -= 0.5
  page.fontSize(size)
  writeLine(page, shown, x, y + (largest - size) * 0.7, width)
}

import { printable } from './printable.ts'
import { writeFitted } from './write_fitted.ts'
import { type Page, WIDTH } from './write_line.ts'

const SMALL = 8

/**
 * The lines of an address at the right of a page, from y on. All are of one size; a line that is too
 * long goes on in the next one.
 */
export function drawAddress(
  page: Page,
  lines: string[],
  { x, y, line, size }: { x: number; y: number; line: number; size: number },
): void {
  page.font('Helvetica').fillColor('black').fontSize(SMALL)
  const shown = lines.flatMap((each) => breakLine(page, printable(each), WIDTH - x))
  const isWide = shown.some((each) => page.fontSize(size).widthOfString(each) > WIDTH - x)
  for (const [n, each] of shown.entries())
    writeFitted(page, each, { x, y: y + n * line, width: WIDTH - x }, [isWide ? SMALL : size, 6])
}

// At spaces only; a word that is too long is written smaller.
function breakLine(page: Page, text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ').filter((each) => each !== '')) {
    const last = lines.at(-1)
    if (last !== undefined && page.widthOfString(`${last} ${word}`) <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

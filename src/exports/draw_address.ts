import { breakLines } from './break_lines.ts'
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
  page.font('Arimo-Regular').fillColor('black').fontSize(SMALL)
  const shown = lines.flatMap((each) => breakLines(page, each, WIDTH - x))
  const isWide = shown.some((each) => page.fontSize(size).widthOfString(each) > WIDTH - x)
  for (const [n, each] of shown.entries())
    writeFitted(page, each, { x, y: y + n * line, width: WIDTH - x }, [isWide ? SMALL : size, 6])
}

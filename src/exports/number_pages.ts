import { MARGIN, type Page, WIDTH, writeLine } from './write_line.ts'

/** Writes a line at the foot of every page that is still buffered, and `Page 1 sur 3` beside it. */
export function numberPages(page: Page, line: string): void {
  const { start, count } = page.bufferedPageRange()
  for (let n = 0; n < count; n++) {
    page.switchToPage(start + n)
    page.font('Arimo-Regular').fontSize(8).fillColor('#555')
    const y = FOOT - MARGIN
    writeLine(page, line, 0, y, 400)
    writeLine(page, `Page ${n + 1} sur ${count}`, 400, y, WIDTH - 400, 'right')
  }
}

const FOOT = 842 - MARGIN - 10

/** How far down a page may be filled above its foot, measured from the margin. */
export const BOTTOM = FOOT - MARGIN - 10

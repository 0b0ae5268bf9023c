import { startPage } from './draw_table.ts'
import { BOTTOM } from './number_pages.ts'
import { type Page, WIDTH, writeLine } from './write_line.ts'

// Room for the title and the first lines below it.
const NEEDED = 60

/** Draws the title of a section, which stays with what follows it. @returns the y below */
export function drawHeading(page: Page, title: string, top: number, goesOn: string): number {
  const y = top + NEEDED > BOTTOM ? startPage(page, goesOn) : top + 16
  page.font('Arimo-Bold').fontSize(11).fillColor('black')
  writeLine(page, title, 0, y, WIDTH)
  return y + 18
}

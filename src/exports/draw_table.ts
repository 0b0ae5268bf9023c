import { BOTTOM } from './number_pages.ts'
import { writeFitted } from './write_fitted.ts'
import { MARGIN, type Page, WIDTH, writeLine } from './write_line.ts'

const ROW = 15

/** A column of a table, from its left edge to its right edge. Amounts stand at the right. */
export interface PrintedColumn {
  title: string
  start: number
  end: number
  place: 'left' | 'right'
}

/** A row of a table; one in bold is a total or a heading. */
export interface PrintedRow {
  cells: string[]
  bold?: boolean
}

/** Draws a table that repeats its titles on each page. A name that is too long is written smaller. @returns the y below */
export function drawTable(page: Page, columns: PrintedColumn[], rows: PrintedRow[], top: number): number {
  let y = top + 2 * ROW > BOTTOM ? BOTTOM : drawTitles(page, columns, top)
  for (const [n, { cells, bold = false }] of rows.entries()) {
    // A heading stays with the row that follows it.
    const needed = bold && n < rows.length - 1 ? 2 * ROW : ROW
    if (y + needed > BOTTOM) {
      page.addPage()
      y = drawTitles(page, columns, 0)
    }
    page.font(bold ? 'Helvetica-Bold' : 'Helvetica').fillColor('black')
    for (const [c, column] of columns.entries()) writeCell(page, column, cells[c] ?? '', y + 4)
    drawRule(page, y + ROW, bold ? 'black' : '#ccc')
    y += ROW
  }
  return y
}

function drawTitles(page: Page, columns: PrintedColumn[], y: number): number {
  page.font('Helvetica-Bold').fillColor('black')
  for (const column of columns) writeCell(page, column, column.title, y + 4)
  drawRule(page, y + ROW, 'black')
  return y + ROW
}

function writeCell(page: Page, { start, end, place }: PrintedColumn, text: string, y: number): void {
  const width = end - start - 4
  page.fontSize(8)
  if (place === 'left') return void writeFitted(page, text, { x: start, y, width }, [8, 5.5])
  // An amount is never cut.
  const [shown, room] = [page.widthOfString(text), width]
  if (shown > room) page.fontSize((8 * room) / shown - 0.01)
  writeLine(page, text, start + 4, y, width, place)
}

/** Draws a line across a page. */
export function drawRule(page: Page, y: number, color: string): void {
  page
    .moveTo(MARGIN, MARGIN + y)
    .lineTo(MARGIN + WIDTH, MARGIN + y)
    .lineWidth(0.5)
    .stroke(color)
}

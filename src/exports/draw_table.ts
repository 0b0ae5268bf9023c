import { breakLines } from './break_lines.ts'
import { BOTTOM } from './number_pages.ts'
import { writeFitted } from './write_fitted.ts'
import { MARGIN, type Page, WIDTH, writeLine } from './write_line.ts'

const ROW = 15
const LINE = 10
const SIZE = 8

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

/**
 * Draws a table that repeats its titles on each page, below a line that says what goes on there. A text that is too
 * long goes on in the next line of its row.
 * @returns the y below
 */
export function drawTable(
  page: Page,
  columns: PrintedColumn[],
  rows: PrintedRow[],
  top: number,
  goesOn = '',
): number {
  let y = top + 2 * ROW > BOTTOM ? BOTTOM : drawTitles(page, columns, top)
  for (const [n, { cells, bold = false }] of rows.entries()) {
    page.font(bold ? 'Arimo-Bold' : 'Arimo-Regular').fontSize(SIZE)
    const lines = columns.map((column, c) => linesOf(page, column, cells[c] ?? ''))
    const height = ROW + (Math.max(...lines.map((each) => each.length), 1) - 1) * LINE
    // A heading stays with the row that follows it.
    const needed = bold && n < rows.length - 1 ? height + ROW : height
    if (y + needed > BOTTOM) y = drawTitles(page, columns, startPage(page, goesOn))
    page.font(bold ? 'Arimo-Bold' : 'Arimo-Regular').fillColor('black')
    for (const [c, column] of columns.entries())
      for (const [l, line] of (lines[c] ?? []).entries()) writeCell(page, column, line, y + 4 + l * LINE)
    drawRule(page, y + height, bold ? 'black' : '#ccc')
    y += height
  }
  return y
}

/** Adds a page with a line that says what goes on there. @returns the y below */
export function startPage(page: Page, goesOn: string): number {
  page.addPage()
  if (goesOn === '') return 0
  page.font('Arimo-Regular').fillColor('#555')
  writeFitted(page, goesOn, { x: 0, y: 0, width: WIDTH }, [9, 6])
  return ROW + 3
}

const linesOf = (page: Page, { start, end, place }: PrintedColumn, text: string) =>
  place === 'left' ? breakLines(page, text, end - start - 4) : [text]

function drawTitles(page: Page, columns: PrintedColumn[], y: number): number {
  page.font('Arimo-Bold').fillColor('black')
  for (const column of columns) writeCell(page, column, column.title, y + 4)
  drawRule(page, y + ROW, 'black')
  return y + ROW
}

function writeCell(page: Page, { start, end, place }: PrintedColumn, text: string, y: number): void {
  const width = end - start - 4
  page.fontSize(SIZE)
  if (place === 'left') return void writeFitted(page, text, { x: start, y, width }, [SIZE, 5.5])
  // An amount is never cut.
  const [shown, room] = [page.widthOfString(text), width]
  if (shown > room) page.fontSize((SIZE * room) / shown - 0.01)
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

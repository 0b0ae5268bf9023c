import { longDate, period, shortDate } from '../text/french_date.ts'
import { drawAnnonce } from './draw_annonce.ts'
import { drawHead } from './draw_head.ts'
import type { Feuille, Inscrit } from './feuille.ts'
import { makePdf } from './make_pdf.ts'
import { BOTTOM, numberPages } from './number_pages.ts'
import { printable } from './printable.ts'
import { writeFitted } from './write_fitted.ts'
import { MARGIN, type Page, WIDTH, writeLine } from './write_line.ts'

const ROW = 24
const TITLES = 18
const END = 50
const BLANK_ROWS = 5

// A column of the table, from its left edge to its right edge.
const columns = [
  { title: 'N°', start: 0, end: 28 },
  { title: 'Nom et prénom', start: 28, end: 218 },
  { title: 'Grade', start: 218, end: 304 },
  { title: 'Remarque', start: 304, end: 370 },
  { title: 'Signature', start: 370, end: WIDTH },
] as const

/** Draws the list of an exercice that people sign: everyone on it by name, and blank rows for others who come. */
export async function drawListePresence(feuille: Feuille): Promise<Buffer> {
  const { exercice, date, logo, sapeurs } = feuille
  const name = printable(feuille.nom) || feuille.sis_key
  const title = 'Liste de présence'
  const what = `${printable(exercice.designation)}, ${longDate(exercice.date)}`
  return makePdf({ title: `${title} : ${what}`, author: name, date }, (page) => {
    drawHead(page, { title, name, line: `Établie le ${shortDate(date)}`, logo })
    const below = drawAnnonce(page, { ...exercice, communications: '' })
    drawEnd(page, sapeurs, drawTable(page, [...sapeurs, ...Array(BLANK_ROWS).fill(null)], below + 8))
    numberPages(page, `${what}, ${period(exercice.heure, exercice.duree)}`)
  })
}

// Returns the y below.
function drawTable(page: Page, rows: (Inscrit | null)[], top: number): number {
  let y = drawTitles(page, top)
  for (const [n, each] of rows.entries()) {
    if (y + ROW > BOTTOM) {
      page.addPage()
      y = drawTitles(page, 0)
    }
    if (each !== null) writeRow(page, n + 1, each, y)
    drawCells(page, y, ROW, '#bbb')
    y += ROW
  }
  return y
}

function drawTitles(page: Page, y: number): number {
  page.font('Arimo-Bold').fontSize(8.5).fillColor('black')
  for (const { title, start, end } of columns) writeLine(page, title, start + 4, y + 5, end - start - 8)
  drawCells(page, y, TITLES, 'black')
  return y + TITLES
}

function writeRow(page: Page, n: number, { nom_prenom, grade, convoque, excuse }: Inscrit, y: number): void {
  const [number, name, rank, remark] = columns
  page.font('Arimo-Regular').fontSize(8.5).fillColor('black')
  writeLine(page, String(n), number.start, y + 8, number.end - number.start - 6, 'right')
  const place = { x: name.start + 4, y: y + 7, width: name.end - name.start - 8 }
  writeFitted(page, nom_prenom, place, [9.5, 6])
  page.fontSize(8.5)
  writeLine(page, grade, rank.start + 4, y + 8, rank.end - rank.start - 8)
  page.fontSize(8).fillColor('#555')
  const remarks = [excuse ? 'excusé' : null, convoque ? null : 'non convoqué'].filter((each) => each !== null)
  writeLine(page, remarks.join(', '), remark.start + 4, y + 8, remark.end - remark.start - 8)
}

// The line below a row, and those between its columns.
function drawCells(page: Page, y: number, height: number, color: string): void {
  const bottom = MARGIN + y + height
  for (const { end } of columns.slice(0, -1))
    page
      .moveTo(MARGIN + end, bottom - height)
      .lineTo(MARGIN + end, bottom)
      .lineWidth(0.5)
      .stroke('#bbb')
  page
    .moveTo(MARGIN, bottom)
    .lineTo(MARGIN + WIDTH, bottom)
    .lineWidth(0.5)
    .stroke(color)
}

function drawEnd(page: Page, sapeurs: Inscrit[], y: number): void {
  let top = y + 14
  if (top + END > BOTTOM) {
    page.addPage()
    top = 0
  }
  const convoked = sapeurs.filter(({ convoque }) => convoque)
  const excused = convoked.filter(({ excuse }) => excuse)
  page.font('Arimo-Regular').fontSize(9.5).fillColor('black')
  writeLine(page, `Convoqués : ${convoked.length}, dont excusés : ${excused.length}`, 0, top, 240)
  writeLine(page, 'Responsable de l’exercice :', 250, top, 120)
  const line = MARGIN + top + 30
  page
    .moveTo(MARGIN + 370, line)
    .lineTo(MARGIN + WIDTH, line)
    .lineWidth(0.5)
    .stroke('black')
}

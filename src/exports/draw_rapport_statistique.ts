import { shortDate } from '../text/french_date.ts'
import { drawChart } from './draw_chart.ts'
import { drawHead } from './draw_head.ts'
import { figure } from './figure.ts'
import { makePdf } from './make_pdf.ts'
import { printable } from './printable.ts'
import type { Figures, RapportStatistique } from './rapport_statistique.ts'
import { MARGIN, type Page, WIDTH, writeLine } from './write_line.ts'

const TABLE_TOP = 150
const ROW = 18
const WIDTH_OF_NAMES = 155
const CHART_HEIGHT = 320

/**
 * Draws the yearly federal report: one A4 page with a table and a chart, in Arimo. The same figures make the same bytes.
 */
export async function drawRapportStatistique(rapport: RapportStatistique): Promise<Buffer> {
  const { annee, debut, fin, date, logo } = rapport
  const name = printable(rapport.nom) || rapport.sis_key
  const title = `Rapport fédéral ${annee}`
  return makePdf({ title: `${title}, ${name}`, author: name, date }, (page) => {
    const line = `Interventions du ${shortDate(debut)} au ${shortDate(fin)}`
    drawHead(page, { title, name, line, logo })
    const below = drawTable(page, rapport)
    drawBelow(page, rapport, below + 24)
  })
}

// A column of the table: its right edge, its width and the figure it shows.
interface Column {
  title: string
  end: number
  width: number
  key: keyof Figures
}
interface Group {
  title: string
  color: string
  columns: Column[]
}

const groupsOf = (annee: number): Group[] => [
  {
    title: String(annee),
    color: 'black',
    columns: [
      { title: 'Interventions', end: 217, width: 57, key: 'nb' },
      { title: 'Heures', end: 272, width: 55, key: 'heures' },
    ],
  },
  {
    title: `Sauvés en ${annee}`,
    color: 'black',
    columns: [
      { title: 'Personnes', end: 332, width: 48, key: 'sauve_personne' },
      { title: 'Animaux', end: 375, width: 43, key: 'sauve_animaux' },
    ],
  },
  {
    title: String(annee - 1),
    color: '#666',
    columns: [
      { title: 'Interventions', end: 444, width: 57, key: 'nb_precedent' },
      { title: 'Heures', end: WIDTH, width: 55, key: 'heures_precedent' },
    ],
  },
]

// Returns the y of the table's lower edge.
function drawTable(page: Page, { annee, categories, total }: RapportStatistique): number {
  const groups = groupsOf(annee)
  const top = TABLE_TOP - MARGIN
  page.font('Arimo-Bold').fontSize(8)
  drawTitles(page, groups, top)
  page.font('Arimo-Regular')
  categories.forEach((category, n) => {
    writeRow(page, groups, category.designation, category, top + n * ROW + 5)
    rule(page, top + (n + 1) * ROW - 2, '#ccc')
  })
  const last = top + categories.length * ROW
  rule(page, last - 2, 'black')
  page.font('Arimo-Bold')
  writeRow(page, groups, 'Total', total, last + 5)
  return last + ROW
}

function drawTitles(page: Page, groups: Group[], top: number): void {
  page.fillColor('black')
  writeLine(page, 'Catégorie', 0, top - 13, WIDTH_OF_NAMES)
  for (const { title, color, columns } of groups) {
    const [from, to] = [startOf(columns[0]), columns.at(-1)?.end ?? 0]
    page.fillColor(color)
    writeLine(page, title, from, top - 29, to - from, 'center')
    rule(page, top - 18, color, from, to)
    for (const column of columns)
      writeLine(page, column.title, startOf(column), top - 13, column.width, 'right')
  }
  rule(page, top - 2, 'black')
}

function writeRow(page: Page, groups: Group[], name: string, figures: Figures, y: number): void {
  page.fillColor('black')
  writeLine(page, name, 0, y, WIDTH_OF_NAMES)
  for (const { color, columns } of groups) {
    page.fillColor(color)
    for (const column of columns)
      writeLine(page, figure(figures[column.key]), startOf(column), y, column.width, 'right')
  }
}

const startOf = (column: Column | undefined) => (column ? column.end - column.width : 0)

function drawBelow(page: Page, rapport: RapportStatistique, y: number): void {
  page.font('Arimo-Bold').fontSize(10).fillColor('black')
  writeLine(page, 'Interventions par catégorie', 0, y, WIDTH)
  page.font('Arimo-Regular').fontSize(8).fillColor('#555')
  const { annee, total } = rapport
  if (total.nb + total.nb_precedent === 0)
    writeLine(page, `Aucune en ${annee}, ni en ${annee - 1}.`, 0, y + 22, WIDTH)
  else {
    drawChart(page, rapport, { y: y + 18, width: WIDTH, height: CHART_HEIGHT })
    page.font('Arimo-Regular').fontSize(8).fillColor('#555')
  }
  const foot = page.page.height - 2 * MARGIN - 12
  writeLine(page, 'Heures : heures-personnes de présence, piquet compris.', 0, foot, 340)
  writeLine(page, `Établi le ${shortDate(rapport.date)}`, 340, foot, WIDTH - 340, 'right')
}

function rule(page: Page, y: number, color: string, from = 0, to = WIDTH): void {
  page
    .moveTo(MARGIN + from, MARGIN + y)
    .lineTo(MARGIN + to, MARGIN + y)
    .lineWidth(0.5)
    .stroke(color)
}

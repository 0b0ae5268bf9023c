import PDFDocument from 'pdfkit'
import svgToPdf from 'svg-to-pdfkit'
import { checkPng } from './check_png.ts'
import { drawChart } from './draw_chart.ts'
import { printable } from './printable.ts'
import type { Figures, Rapport } from './rapport.ts'

type Page = PDFKit.PDFDocument

const MARGIN = 48
const LOGO = { width: 110, height: 56 }
const TABLE_TOP = 150
const ROW = 18
const CHART = { width: 499, height: 320 }
const RED = '#b3261e'

/** The yearly federal report: one A4 page with table and chart, in the standard fonts. The same figures make the same bytes. */
export async function drawRapport(rapport: Rapport): Promise<Buffer> {
  const name = printable(rapport.nom) || rapport.sis_key
  const page = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    lang: 'fr-CH',
    displayTitle: true,
    info: {
      Title: `Rapport fédéral ${rapport.annee}, ${name}`,
      Author: name,
      CreationDate: new Date(`${rapport.date}T00:00Z`),
    },
  })
  const chunks: Buffer[] = []
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  page
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .on('end', () => resolve(Buffer.concat(chunks)))
    .on('error', reject)
  drawHead(page, rapport, name)
  const below = drawTable(page, rapport)
  drawBelow(page, rapport, below + 24)
  page.end()
  return promise
}

const day = (date: string) => date.split('-').toReversed().join('.')

function drawHead(page: Page, { annee, debut, fin, logo }: Rapport, name: string): void {
  page.font('Helvetica-Bold').fontSize(20).fillColor(RED)
  write(page, `Rapport fédéral ${annee}`, 0, 0, 370)
  page.fontSize(13).fillColor('black')
  write(page, name, 0, 28, 370)
  page.font('Helvetica').fontSize(9).fillColor('#555')
  write(page, `Interventions du ${day(debut)} au ${day(fin)}`, 0, 48, 370)
  if (logo !== null) drawLogo(page, Buffer.from(logo.image, 'base64'), logo.type)
}

// One that cannot be drawn is left out: the figures matter.
function drawLogo(page: Page, image: Buffer, type: string): void {
  try {
    if (type === 'image/png') checkPng(image)
    const x = page.page.width - MARGIN - LOGO.width
    page.image(image, x, MARGIN, { fit: [LOGO.width, LOGO.height], align: 'right', valign: 'center' })
  } catch {
    // Nothing of it is on the page yet: pdfkit reads an image whole before it places it.
  }
}

// Where columns begin, how wide they are, and what stands in them.
const columns: { title: string; x: number; width: number; key: keyof Figures; ofBefore?: true }[] = [
  { title: 'Interventions', x: 195, width: 58, key: 'nb' },
  { title: 'Heures', x: 253, width: 54, key: 'heures' },
  { title: 'Personnes', x: 307, width: 48, key: 'sauve_personne' },
  { title: 'Animaux', x: 355, width: 44, key: 'sauve_animaux' },
  { title: 'Interv.', x: 399, width: 44, key: 'nb_precedent', ofBefore: true },
  { title: 'Heures', x: 443, width: 54, key: 'heures_precedent', ofBefore: true },
]

// Returns where it ends.
function drawTable(page: Page, { annee, categories, total }: Rapport): number {
  page.font('Helvetica-Bold').fontSize(8).fillColor('black')
  const top = TABLE_TOP - MARGIN
  write(page, String(annee), 195, top - 26, 112, 'right')
  write(page, 'Sauvés', 307, top - 26, 92, 'right')
  write(page, String(annee - 1), 399, top - 26, 98, 'right')
  write(page, 'Catégorie', 0, top - 14, 190)
  for (const { title, x, width } of columns) write(page, title, x, top - 14, width, 'right')
  rule(page, top - 2, 'black')
  page.font('Helvetica')
  categories.forEach((category, n) => {
    writeRow(page, category.designation, category, top + n * ROW + 5)
    rule(page, top + (n + 1) * ROW - 2, '#ccc')
  })
  const last = top + categories.length * ROW
  rule(page, last - 2, 'black')
  page.font('Helvetica-Bold')
  writeRow(page, 'Total', total, last + 5)
  return last + ROW
}

function writeRow(page: Page, name: string, figures: Figures, y: number): void {
  page.fillColor('black')
  write(page, name, 0, y, 190)
  for (const { x, width, key, ofBefore } of columns) {
    page.fillColor(ofBefore ? '#777' : 'black')
    write(page, String(figures[key]), x, y, width, 'right')
  }
}

function drawBelow(page: Page, rapport: Rapport, y: number): void {
  page.font('Helvetica-Bold').fontSize(10).fillColor('black')
  write(page, 'Interventions par catégorie', 0, y, CHART.width)
  const svg = drawChart(rapport, CHART.width, CHART.height)
  svgToPdf(page, svg, MARGIN, MARGIN + y + 18, { ...CHART, assumePt: true })
  page.font('Helvetica').fontSize(8).fillColor('#555')
  const foot = page.page.height - 2 * MARGIN - 12
  write(page, 'Heures-personne de présence, piquet compris.', 0, foot, 340)
  write(page, `Établi le ${day(rapport.date)}`, 0, foot, CHART.width, 'right')
}

// One line, from the margins; cut off where it has no room, as a name may be of any length.
function write(
  page: Page,
  text: string,
  x: number,
  y: number,
  width: number,
  align: 'left' | 'right' = 'left',
) {
  let shown = printable(text)
  while (page.widthOfString(shown) > width) shown = `${shown.replace(/….*$/, '').slice(0, -1).trimEnd()}…`
  const indent = align === 'right' ? width - page.widthOfString(shown) : 0
  page.text(shown, MARGIN + x + indent, MARGIN + y, { lineBreak: false })
}

function rule(page: Page, y: number, color: string): void {
  page
    .moveTo(MARGIN, MARGIN + y)
    .lineTo(page.page.width - MARGIN, MARGIN + y)
    .lineWidth(0.5)
    .stroke(color)
}

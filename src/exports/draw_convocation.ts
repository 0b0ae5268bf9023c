import { longDate, shortDate } from '../text/french_date.ts'
import { drawAnnonce } from './draw_annonce.ts'
import { drawHead } from './draw_head.ts'
import type { Feuille, Inscrit } from './feuille.ts'
import { makePdf } from './make_pdf.ts'
import { BOTTOM, numberPages } from './number_pages.ts'
import { printable } from './printable.ts'
import { writeFitted } from './write_fitted.ts'
import { BASELINE, MARGIN, type Page, WIDTH, writeLine } from './write_line.ts'

const ROW = 15
const COLUMNS = 2
const GUTTER = 19
const WIDTH_OF_COLUMN = (WIDTH - GUTTER) / COLUMNS
const WIDTH_OF_GRADES = 70
const TOO_FEW = 3

/** Draws the call to an exercice, to put up or to send: what it is, and everyone who is convoked by name. */
export async function drawConvocation(feuille: Feuille): Promise<Buffer> {
  const { exercice, date, logo } = feuille
  const name = printable(feuille.nom) || feuille.sis_key
  const title = 'Convocation'
  const about = { title: `${title} : ${printable(exercice.designation)}`, author: name, date }
  return makePdf(about, (page) => {
    drawHead(page, { title, name, line: `Établie le ${shortDate(date)}`, logo })
    const below = drawAnnonce(page, exercice)
    const convoked = feuille.sapeurs.filter(({ convoque }) => convoque)
    drawColumns(page, convoked, writeCall(page, feuille, convoked.length, below + 8))
    numberPages(page, about.title)
  })
}

// Returns the y below.
function writeCall(page: Page, { exercice }: Feuille, count: number, y: number): number {
  const who =
    count > 1 ? `Les ${count} personnes suivantes sont convoquées.` : 'La personne suivante est convoquée.'
  const excuse = `Qui ne peut pas venir s’excuse dans Caserne, au plus tard le ${longDate(exercice.delai)}.`
  page.font('Arimo-Regular').fontSize(10).fillColor('black')
  const text = count === 0 ? 'Personne n’est encore convoqué à cet exercice.' : `${who} ${excuse}`
  page.text(text, MARGIN, MARGIN + y, { baseline: BASELINE, width: WIDTH })
  return page.y - MARGIN + 10
}

// Down the left column, then down the right one, page by page.
function drawColumns(page: Page, people: Inscrit[], top: number): void {
  let [left, y] = [people, top]
  while (left.length > 0) {
    const rows = Math.min(Math.floor((BOTTOM - y) / ROW), Math.ceil(left.length / COLUMNS))
    if (rows < Math.min(TOO_FEW, Math.ceil(left.length / COLUMNS))) {
      page.addPage()
      y = 0
      continue
    }
    for (const [n, each] of left.slice(0, rows * COLUMNS).entries()) {
      const x = Math.floor(n / rows) * (WIDTH_OF_COLUMN + GUTTER)
      drawName(page, each, x, y + (n % rows) * ROW)
    }
    left = left.slice(rows * COLUMNS)
    if (left.length > 0) page.addPage()
    y = 0
  }
}

function drawName(page: Page, { nom_prenom, grade }: Inscrit, x: number, y: number): void {
  const width = WIDTH_OF_COLUMN - WIDTH_OF_GRADES - 6
  page.font('Arimo-Regular').fillColor('black')
  writeFitted(page, nom_prenom, { x, y, width }, [9.5, 6])
  page.fontSize(8).fillColor('#555')
  writeLine(page, grade, x + WIDTH_OF_COLUMN - WIDTH_OF_GRADES, y + 1, WIDTH_OF_GRADES, 'right')
}

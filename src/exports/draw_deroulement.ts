import { momentOn } from '../text/french_date.ts'
import { drawHeading } from './draw_heading.ts'
import { drawTable, type PrintedColumn, type PrintedRow } from './draw_table.ts'
import { linesOf } from './draw_text.ts'
import type { Evenement } from './rapport_intervention.ts'
import { type Page, WIDTH } from './write_line.ts'

/** A section of a report. */
export interface Section {
  /** The line at the head of a page on which a section goes on. */
  goesOn: string
  /** The day on which the intervention began. Instants of other days are written with their day. */
  day: string
}

const SIZE = 8
// No row is higher than a page.
const LINES_OF_A_ROW = 40

const genres = { phase: 'Phase', mission: 'Mission', jalon: 'Jalon', appel: 'Appel' }
const TEXT = { start: 118, end: 390 }
const columns: PrintedColumn[] = [
  { title: 'Heure', start: 0, end: 72, place: 'left' },
  { title: 'Genre', start: 72, end: 118, place: 'left' },
  { title: 'Événement', ...TEXT, place: 'left' },
  { title: 'Par', start: 390, end: WIDTH, place: 'left' },
]

/** Draws what happened at an intervention, by time. @returns the y below */
export function drawDeroulement(
  page: Page,
  list: Evenement[],
  top: number,
  { goesOn, day }: Section,
): number {
  if (list.length === 0) return top
  const y = drawHeading(page, 'Déroulement', top, goesOn)
  page.font('Arimo-Regular').fontSize(SIZE)
  const rows = list.flatMap((each) => rowsOf(page, each, day))
  return drawTable(page, columns, rows, y, goesOn)
}

function rowsOf(page: Page, { genre, debut, fin, titre, texte, qui }: Evenement, day: string): PrintedRow[] {
  const text = [titre, texte].filter((each) => each !== '').join('. ')
  const lines = linesOf(page, text, TEXT.end - TEXT.start - 4)
  const time = fin === null ? momentOn(day, debut) : `${momentOn(day, debut)} à ${momentOn(day, fin)}`
  return Array.from({ length: Math.ceil(lines.length / LINES_OF_A_ROW) }, (_, n) => {
    const part = lines.slice(n * LINES_OF_A_ROW, (n + 1) * LINES_OF_A_ROW).join(' ')
    return { cells: n === 0 ? [time, genres[genre], part, qui] : ['', '', part, ''] }
  })
}

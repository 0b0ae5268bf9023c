import { type Annonce, factsOf } from '../text/annonce.ts'
import { printable } from './printable.ts'
import { BASELINE, MARGIN, type Page, WIDTH } from './write_line.ts'

const WIDTH_OF_LABELS = 100
const TOP = 76
const GAP = 5

/** Draws what an exercice is, line by line. @returns the y below, measured from the margin */
export function drawAnnonce(page: Page, annonce: Annonce): number {
  page.y = MARGIN + TOP
  for (const [label, value] of factsOf(annonce)) {
    const { y } = page
    page.font('Arimo-Bold').fontSize(10).fillColor('black')
    page.text(label, MARGIN, y, { lineBreak: false, baseline: BASELINE })
    page.font('Arimo-Regular')
    const lines = value.split('\n').map(printable).join('\n')
    page.text(lines, MARGIN + WIDTH_OF_LABELS, y, { baseline: BASELINE, width: WIDTH - WIDTH_OF_LABELS })
    page.y += GAP
  }
  return page.y - MARGIN
}

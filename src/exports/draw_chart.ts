import { type ScaleBand, type ScaleLinear, scaleBand, scaleLinear } from 'd3-scale'
import { figure } from './figure.ts'
import type { RapportStatistique } from './rapport_statistique.ts'
import { MARGIN, type Page, writeLine } from './write_line.ts'

/** Place of a chart, measured from the margins of the page. */
interface Place {
  y: number
  width: number
  height: number
}
interface Chart {
  page: Page
  categories: RapportStatistique['categories']
  years: readonly { year: number; key: 'nb' | 'nb_precedent'; color: string }[]
  across: ScaleLinear<number, number>
  /** How many tick marks: no more than the greatest count, because interventions have no fractions. */
  ticks: number
  down: ScaleBand<number>
  bottom: number
}

const WIDTH_OF_NAMES = 200
const ROOM_FOR_FIGURES = 30
const HEIGHT_BELOW = 45
const LEGEND = 30
const TEXT = 9
const SMALL_TEXT = 8
const DARK = '#333'
const LIGHT = '#e0e0e0'

/** Draws the interventions of this year and the year before as bars, by category. */
export function drawChart(page: Page, { annee, categories }: RapportStatistique, place: Place): void {
  const bottom = place.y + place.height - HEIGHT_BELOW
  const most = Math.max(1, ...categories.flatMap(({ nb, nb_precedent }) => [nb, nb_precedent]))
  const ticks = Math.min(5, most)
  const chart: Chart = {
    page,
    categories,
    years: [
      { year: annee, key: 'nb', color: '#b3261e' },
      { year: annee - 1, key: 'nb_precedent', color: '#b8b8b8' },
    ],
    across: scaleLinear([0, most], [WIDTH_OF_NAMES, place.width - ROOM_FOR_FIGURES]).nice(ticks),
    ticks,
    down: scaleBand([...categories.keys()], [place.y, bottom]).padding(0.2),
    bottom,
  }
  drawAxes(chart, place.y)
  drawBars(chart)
  drawLegend(chart, place.width / 2 - 45)
}

function drawAxes({ page, categories, across, ticks, down, bottom }: Chart, top: number): void {
  page.font('Arimo-Regular').fontSize(TEXT).fillColor(DARK)
  const middle = (down.bandwidth() - TEXT) / 2
  for (const [n, { designation }] of categories.entries())
    writeLine(page, designation, 0, (down(n) ?? top) + middle, WIDTH_OF_NAMES - 8, 'right')
  for (const tick of across.ticks(ticks)) {
    const x = across(tick)
    writeLine(page, figure(tick), x - 30, bottom + 8, 60, 'center')
    page
      .moveTo(MARGIN + x, MARGIN + top)
      .lineTo(MARGIN + x, MARGIN + bottom)
      .lineWidth(0.5)
      .stroke(tick === 0 ? DARK : LIGHT)
  }
}

function drawBars({ page, categories, years, across, down }: Chart): void {
  const within = scaleBand([...years.keys()], [0, down.bandwidth()])
  const height = within.bandwidth()
  page.fontSize(SMALL_TEXT)
  for (const [index, { key, color }] of years.entries())
    for (const [n, { [key]: count }] of categories.entries()) {
      // A category without interventions has no bar; the table says 0.
      if (count === 0) continue
      const [end, y] = [across(count), (down(n) ?? 0) + (within(index) ?? 0)]
      fillBox(page, WIDTH_OF_NAMES, y, end - WIDTH_OF_NAMES, height, color)
      page.fillColor(DARK)
      writeLine(page, figure(count), end + 5, y + (height - SMALL_TEXT) / 2 + 1, ROOM_FOR_FIGURES + 10)
    }
}

function drawLegend({ page, years, bottom }: Chart, left: number): void {
  page.fontSize(TEXT)
  for (const [index, { year, color }] of years.entries()) {
    const x = left + index * 50
    fillBox(page, x, bottom + LEGEND, 12, 8, color)
    page.fillColor(DARK)
    writeLine(page, String(year), x + 17, bottom + LEGEND, 30)
  }
}

function fillBox(page: Page, x: number, y: number, width: number, height: number, color: string): void {
  page.rect(MARGIN + x, MARGIN + y, width, height).fill(color)
}

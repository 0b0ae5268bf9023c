import { textWidth } from './fonts.ts'
import { type Page, type Run, type Writing, writePdf } from './pdf_file.ts'

/** How a PDF draws the text of its pages; the drawing is invisible to a reader. */
export interface Ink extends Writing {
  /**
   * The unit of drawing: a whole line of a cell, a word, or a letter; or the line letter by letter with
   * kerning.
   */
  pieces: 'lines' | 'words' | 'letters' | 'kerned'
  /** The order of drawing. */
  order: 'reading' | 'reversed' | 'columns' | 'mixed'
  /** Draws everything twice, slightly shifted, as bold text. */
  twice: boolean
  /** Text across each page, and rotated text in the margin. */
  stamp: string
}

export const plainInk: Ink = {
  pieces: 'lines',
  order: 'reading',
  twice: false,
  stamp: '',
  lie: 'upright',
  packed: true,
}

/** The PDF of pages drawn this way. */
export function ink(pages: Page[], how: Partial<Ink> = {}): Buffer {
  const { pieces, order, twice, stamp, lie, packed } = { ...plainInk, ...how }
  const drawn = pages.map((page) => {
    const cut = page.runs.flatMap((run) => cutRun(run, pieces))
    const all = twice ? cut.flatMap((run) => [run, { ...run, x: run.x + 0.3 }]) : cut
    return { ...page, runs: [...stamped(page, stamp), ...sorted(all, order)] }
  })
  return writePdf(drawn, { lie, packed })
}

function cutRun(run: Run, pieces: Ink['pieces']): Run[] {
  if (pieces === 'kerned') return [{ ...run, kerned: true }]
  const parts = { lines: /.+/gu, words: /\S+/gu, letters: /\S/gu }[pieces]
  return [...run.text.matchAll(parts)].map(({ 0: text, index }) => {
    return { ...run, text, x: run.x + textWidth(run.text.slice(0, index), run.font) * run.size }
  })
}

function sorted(runs: Run[], order: Ink['order']): Run[] {
  if (order === 'reversed') return runs.toReversed()
  if (order === 'columns') return runs.toSorted((a, b) => a.x - b.x || b.y - a.y)
  if (order === 'reading') return runs
  // Shuffled, always in the same way: the step shares no divisor with the number of items.
  const step = [7919, 7907, 7901].find((prime) => runs.length % prime !== 0) ?? 1
  return runs.map((_, at) => runs[(at * step) % runs.length] as Run)
}

function stamped({ width, height }: Page, text: string): Run[] {
  if (text === '') return []
  const style = { text, size: 60, font: 'Helvetica-Bold' }
  return [
    { ...style, x: width * 0.2, y: height * 0.3, angle: 50 },
    { ...style, size: 9, x: 20, y: height / 2, angle: 90 },
  ]
}

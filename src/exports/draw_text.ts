import { breakLines } from './break_lines.ts'
import { startPage } from './draw_table.ts'
import { BOTTOM } from './number_pages.ts'
import { printable } from './printable.ts'
import { type Page, WIDTH, writeLine } from './write_line.ts'

/** How a text stands on its page, in points. */
interface TextStyle {
  size: number
  line: number
  bold?: boolean
  x?: number
}

/**
 * Writes a text of any length in the lines that it has, broken at the right margin and continued on new pages, where
 * `goesOn` says what goes on. Nothing of it is cut.
 * @returns the y below
 */
export function drawText(page: Page, text: string, top: number, style: TextStyle, goesOn: string): number {
  const { size, line, bold = false, x = 0 } = style
  const choose = () =>
    page
      .font(bold ? 'Arimo-Bold' : 'Arimo-Regular')
      .fontSize(size)
      .fillColor('black')
  choose()
  let y = top
  for (const each of text.split('\n').flatMap((part) => linesOf(page, part, WIDTH - x))) {
    if (y + line > BOTTOM) {
      y = startPage(page, goesOn)
      choose()
    }
    writeLine(page, each, x, y, WIDTH - x)
    y += line
  }
  return y
}

/** Breaks a text into lines of a width in the current font, and a word where no line is wide enough for it. */
export function linesOf(page: Page, text: string, width: number): string[] {
  const words = printable(text)
    .split(' ')
    .flatMap((word) => pieces(page, word, width))
  // An empty line stays one.
  return words.length === 1 && words[0] === '' ? [''] : breakLines(page, words.join(' '), width)
}

// Letters are measured one by one, so that a word of any length takes little time.
function pieces(page: Page, word: string, width: number): string[] {
  if (page.widthOfString(word) <= width) return [word]
  const found: string[] = []
  let left = 0
  for (const { segment } of letters.segment(word)) {
    const needed = page.widthOfString(segment)
    if (needed > left || found.length === 0) {
      found.push('')
      left = width
    }
    found[found.length - 1] += segment
    left -= needed
  }
  return found
}

// Letters with the accents that follow them.
const letters = new Intl.Segmenter('fr', { granularity: 'grapheme' })

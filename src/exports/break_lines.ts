import { printable } from './printable.ts'
import type { Page } from './write_line.ts'

/** Breaks a text at its spaces into lines of a width, in the current font. A word that is too long stays whole. */
export function breakLines(page: Page, text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of printable(text).split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && page.widthOfString(longer) <= width) lines[lines.length - 1] = longer
    else if (word !== '') lines.push(word)
  }
  return lines
}

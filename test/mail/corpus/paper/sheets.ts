import { fontName, textWidth } from './fonts.ts'
import type { Layout } from './layout.ts'
import type { Page } from './pdf_file.ts'

interface Style {
  size?: number
  bold?: boolean
}

const TOP = 50
const BOTTOM = 70

/**
 * The pages of a report during typesetting, line by line from the top. `y` is the baseline of the next line,
 * from the top.
 */
export class Sheets {
  y = TOP
  readonly pages: Page[] = []
  readonly #layout: Layout
  readonly #numbers: number[]

  /** @param numbers page numbers in the feet, when they are not 1, 2, 3 … */
  constructor(layout: Layout, numbers: number[]) {
    this.#layout = layout
    this.#numbers = numbers
    this.break()
  }

  break(): void {
    const { width, height, foot } = this.#layout
    this.pages.push({ width, height, runs: [] })
    this.y = TOP
    const number = this.#numbers[this.pages.length - 1] ?? this.pages.length
    if (foot) this.text(`Page: ${number}`, width - 90, { size: 8 }, height - 35)
  }

  /** Whether this height still fits on the page. */
  fits(height: number): boolean {
    return this.y + height <= this.#layout.height - BOTTOM
  }

  text(text: string, x: number, { size = this.#layout.size, bold = false }: Style = {}, y = this.y): void {
    if (text === '') return
    const font = fontName(this.#layout.family, bold)
    this.pages.at(-1)?.runs.push({ text, x, y: this.#layout.height - y, size, font })
  }

  /** Text centred between two places. */
  centre(text: string, from: number, to: number, style: Style = {}): void {
    this.text(text, (from + to - this.#width(text, style)) / 2, style)
  }

  /** The text in lines of at most `width`: broken between words, at soft hyphens, and at line breaks. */
  wrap(text: string, width: number): string[] {
    return text.split('\n').flatMap((part) => this.#wrapPart(part, width))
  }

  #wrapPart(text: string, width: number): string[] {
    const lines: string[] = []
    for (const word of text.split(/ |(?<=\u00ad)/)) {
      const last = lines.at(-1)
      const longer = last?.endsWith('\u00ad') ? last.slice(0, -1) + word : `${last} ${word}`
      if (last === undefined || this.#width(longer) > width) lines.push(word)
      else lines[lines.length - 1] = longer
    }
    return lines
  }

  #width(text: string, { size = this.#layout.size, bold = false }: Style = {}): number {
    return textWidth(text, fontName(this.#layout.family, bold)) * size
  }
}

import { type Matrix, multiply, toMatrix } from './matrix.ts'
import type { Value } from './values.ts'

/** A rectangle, in points: left, bottom, right, top. */
export type Box = [left: number, bottom: number, right: number, top: number]

const UNIT: Matrix = [1, 0, 0, 1, 0, 0]
// Tolerance in points for text that begins outside the page.
const MARGIN = 2

/**
 * Follows where each piece of a page's text begins. Nobody sees text outside the page, and no report has any.
 * Such text means that the page's size is damaged, or that the text is not meant to be read.
 */
export class TextPlaces {
  /** Whether all text so far begins on the page. */
  inside = true
  readonly #boxes: Box[]
  readonly #saved: Matrix[] = []
  #page: Matrix = UNIT
  #line: Matrix = UNIT
  #leading = 0

  constructor(boxes: Box[]) {
    this.#boxes = boxes
  }

  /** Applies one operator of the page with its operands. */
  follow(word: string, operands: Value[]): void {
    const numbers = operands.map((each) => (typeof each === 'number' ? each : 0))
    const [x = 0, y = 0] = numbers
    if (word === 'q') this.#saved.push(this.#page)
    else if (word === 'Q') this.#page = this.#saved.pop() ?? this.#page
    else if (word === 'cm') this.#page = multiply(this.#page, toMatrix(numbers))
    else if (word === 'BT') this.#line = UNIT
    else if (word === 'Tm') this.#line = toMatrix(numbers)
    else if (word === 'TL') this.#leading = x
    else if (word === 'Td' || word === 'TD') {
      if (word === 'TD') this.#leading = -y
      this.#move(x, y)
    } else if (word === 'T*' || word === "'" || word === '"') this.#move(0, -this.#leading)
    if (['Tj', 'TJ', "'", '"'].includes(word) && hasInk(operands.at(-1))) this.#check()
  }

  #move(x: number, y: number): void {
    this.#line = multiply(this.#line, [1, 0, 0, 1, x, y])
  }

  #check(): void {
    const [, , , , x, y] = multiply(this.#page, this.#line)
    const within = ([left, bottom, right, top]: Box) =>
      x >= left - MARGIN && x <= right + MARGIN && y >= bottom - MARGIN && y <= top + MARGIN
    this.inside &&= this.#boxes.every(within)
  }
}

function hasInk(shown: Value | undefined): boolean {
  const strings = Array.isArray(shown) ? shown : [shown]
  return strings.some((each) => Buffer.isBuffer(each) && each.some((byte) => byte !== 32))
}

import { damaged } from './unreadable_pdf.ts'

/** A name, `/Type`, without its slash. */
export class Name {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** A reference to an object, `12 0 R`. */
export class Ref {
  readonly number: number
  readonly generation: number
  constructor(number: number, generation: number) {
    this.number = number
    this.generation = generation
  }
}

/** A word that is no value: `obj`, `endstream`, an operator of a page. */
export class Keyword {
  readonly word: string
  constructor(word: string) {
    this.word = word
  }
}

/** A stream: its dictionary, and its bytes as in the file. */
export class Stream {
  readonly dict: Dict
  readonly raw: Buffer
  constructor(dict: Dict, raw: Buffer) {
    this.dict = dict
    this.raw = raw
  }
}

export type Dict = Map<string, Value>
export type Value = null | boolean | number | Buffer | Name | Ref | Keyword | Stream | Value[] | Dict

/** A value as a dictionary; a stream counts as its dictionary. */
export function asDict(value: Value | undefined, part: string): Dict {
  if (value instanceof Map) return value
  if (value instanceof Stream) return value.dict
  throw damaged(part)
}

/** A value as a whole number that is not negative. */
export function asCount(value: Value | undefined, part: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw damaged(part)
}

/** The text of a name; null for other values. */
export function nameOf(value: Value | undefined): string | null {
  return value instanceof Name ? value.name : null
}

import { damaged } from './unreadable_pdf.ts'
import { type Dict, Keyword, Name, Ref, type Value } from './values.ts'

// ISO 32000-1, 7.2: white space, and the characters that end a word.
const SPACE = new Set([0, 9, 10, 12, 13, 32])
const DELIMITERS = new Set([...'()<>[]{}/%'].map((sign) => sign.charCodeAt(0)))

const SYNTAX = 'sa syntaxe'
// Depth of nested arrays.
const DEPTH_LIMIT = 100
const ESCAPES: Record<string, number> = { n: 10, r: 13, t: 9, b: 8, f: 12 }

/**
 * Reads the values of a PDF one after the other, and never guesses: a tolerant reader silently shows less
 * than the file holds.
 */
export class Syntax {
  at: number
  readonly bytes: Buffer
  /** Whether `1 0 R` is a reference; on a page it is not. */
  readonly #references: boolean

  constructor(bytes: Buffer, at = 0, references = true) {
    this.bytes = bytes
    this.at = at
    this.#references = references
  }

  /** Skips white space and comments. */
  skipSpace(): void {
    for (; this.at < this.bytes.length; this.at += 1) {
      const byte = this.bytes[this.at] ?? 0
      if (byte === 37) while (this.at + 1 < this.bytes.length && !isEnd(this.bytes[this.at + 1])) this.at += 1
      else if (!SPACE.has(byte)) return
    }
  }

  /** Whether only white space and comments are left. */
  atEnd(): boolean {
    this.skipSpace()
    return this.at >= this.bytes.length
  }

  /** Reads the next value; a word becomes a Keyword. */
  read(depth = 0): Value {
    this.skipSpace()
    if (depth > DEPTH_LIMIT || this.at >= this.bytes.length) throw damaged(SYNTAX)
    const sign = String.fromCharCode(this.bytes[this.at] ?? 0)
    if (sign === '/') return this.#readName()
    if (sign === '(') return this.#readLiteral()
    if (sign === '[') return this.#readArray(depth)
    if (sign === '<') return this.bytes[this.at + 1] === 60 ? this.#readDict(depth) : this.#readHex()
    const word = this.#readWord()
    if (/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(word)) return this.#readNumber(word)
    if (word === 'true' || word === 'false') return word === 'true'
    return word === 'null' ? null : new Keyword(word)
  }

  /** Reads exactly this word, or throws. */
  expect(word: string): void {
    this.skipSpace()
    if (this.#readWord() !== word) throw damaged(SYNTAX)
  }

  #readWord(): string {
    const from = this.at
    while (this.at < this.bytes.length && !this.#ends()) this.at += 1
    if (this.at === from) throw damaged(SYNTAX)
    return this.bytes.toString('latin1', from, this.at)
  }

  #ends(): boolean {
    const byte = this.bytes[this.at] ?? 0
    return SPACE.has(byte) || DELIMITERS.has(byte)
  }

  // Reads a number, or a reference that begins with it.
  #readNumber(word: string): number | Ref {
    const number = Number(word)
    if (!this.#references || !/^\d+$/.test(word)) return number
    const ahead = this.bytes.toString('latin1', this.at, this.at + 24)
    const match = /^[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+R(?![^\0\t\n\f\r ()<>[\]{}/%])/.exec(ahead)
    if (!match) return number
    this.at += match[0].length
    return new Ref(number, Number(match[1]))
  }

  #readName(): Name {
    const from = this.at + 1
    this.at = from
    while (this.at < this.bytes.length && !this.#ends()) this.at += 1
    const written = this.bytes.toString('latin1', from, this.at)
    return new Name(
      written.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    )
  }

  #readArray(depth: number): Value[] {
    this.at += 1
    const values: Value[] = []
    for (this.skipSpace(); this.bytes[this.at] !== 93; this.skipSpace()) values.push(this.#readInner(depth))
    this.at += 1
    return values
  }

  #readDict(depth: number): Dict {
    this.at += 2
    const dict: Dict = new Map()
    for (this.skipSpace(); this.bytes[this.at] !== 62; this.skipSpace()) {
      const key = this.read(depth + 1)
      if (!(key instanceof Name) || dict.has(key.name)) throw damaged(SYNTAX)
      dict.set(key.name, this.#readInner(depth))
    }
    if (this.bytes[this.at + 1] !== 62) throw damaged(SYNTAX)
    this.at += 2
    return dict
  }

  #readInner(depth: number): Value {
    const value = this.read(depth + 1)
    if (value instanceof Keyword) throw damaged(SYNTAX)
    return value
  }

  #readHex(): Buffer {
    const end = this.bytes.indexOf(62, this.at)
    const digits = this.bytes.toString('latin1', this.at + 1, end).replace(/[\0\t\n\f\r ]/g, '')
    if (end < 0 || !/^[0-9a-f]*$/i.test(digits) || digits.length % 2 !== 0) throw damaged(SYNTAX)
    this.at = end + 1
    return Buffer.from(digits, 'hex')
  }

  #readLiteral(): Buffer {
    const read: number[] = []
    let open = 1
    for (this.at += 1; this.at < this.bytes.length; this.at += 1) {
      const byte = this.bytes[this.at] ?? 0
      if (byte === 92) {
        read.push(...this.#readEscape())
        continue
      }
      open += Number(byte === 40) - Number(byte === 41)
      if (open === 0) {
        this.at += 1
        return Buffer.from(read)
      }
      read.push(byte)
    }
    throw damaged(SYNTAX)
  }

  // Reads an escape behind a backslash; `at` stays on its last byte.
  #readEscape(): number[] {
    const octal = /^[0-7]{1,3}/.exec(this.bytes.toString('latin1', this.at + 1, this.at + 4))?.[0]
    this.at += octal?.length ?? 1
    if (octal) return [Number.parseInt(octal, 8) & 0xff]
    const sign = this.bytes[this.at] ?? 0
    if (sign === 13 && this.bytes[this.at + 1] === 10) this.at += 1
    return isEnd(sign) ? [] : [ESCAPES[String.fromCharCode(sign)] ?? sign]
  }
}

function isEnd(byte: number | undefined): boolean {
  return byte === 10 || byte === 13
}

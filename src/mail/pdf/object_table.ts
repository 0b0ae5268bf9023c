import { TooMuchMemory } from '../reading/reading_limits.ts'
import { unfold } from './filters.ts'
import { Syntax } from './syntax.ts'
import { damaged, notPdf } from './unreadable_pdf.ts'
import { asCount, asDict, type Dict, Keyword, nameOf, Stream, type Value } from './values.ts'

/** The place of an object: in the file, or in a stream of several objects; null for a free number. */
type Place = { offset: number; generation: number } | { container: number; index: number } | null

/** A range of bytes in the file. */
export type Extent = [from: number, to: number]

/** The table of a file's objects: the newest place of each, and the trailers, newest first. */
export interface ObjectTable {
  places: Map<number, Place>
  trailer: Dict
  /** Ranges of tables and trailers. */
  extents: Extent[]
  /** How often the file was written to; 1 if it was never updated. */
  sections: number
}

const HEADER = /^%PDF-[12]\.\d[\0\t\n\f\r ]/
const TAIL = /startxref[\0\t\n\f\r ]+(\d{1,10})[\0\t\n\f\r ]+%%EOF[\0\t\n\f\r ]*$/
const SECTIONS_LIMIT = 100
const TABLE = 'sa table des objets'

/**
 * Reads the places of objects from the file's own table. Without a table they could only be guessed.
 * @throws UnreadablePdf
 */
export function readObjectTable(bytes: Buffer): ObjectTable {
  const tailAt = Math.max(0, bytes.length - 2_048)
  const tail = TAIL.exec(bytes.toString('latin1', tailAt))
  if (!HEADER.test(bytes.toString('latin1', 0, 16)) || !tail) throw notPdf()
  const start = tailAt + tail.index
  const table: ObjectTable = { places: new Map(), trailer: new Map(), extents: [], sections: 0 }
  table.extents.push([start, bytes.length])
  const seen = new Set<number>()
  const waiting = [Number(tail[1])]
  for (let offset = waiting.shift(); offset !== undefined; offset = waiting.shift()) {
    if (seen.has(offset) || seen.size >= SECTIONS_LIMIT || offset >= start) throw notPdf()
    seen.add(offset)
    const { trailer, extent } = readSection(bytes, offset, table.places)
    table.extents.push(extent)
    if (seen.size === 1) {
      table.trailer = trailer
      checkNewest(bytes, extent, start)
    }
    for (const key of ['XRefStm', 'Prev']) {
      const next = trailer.get(key)
      if (next !== undefined) waiting.push(asCount(next, TABLE))
    }
  }
  return { ...table, sections: seen.size }
}

// The newest table is the last one. In a file made to be shown while it loads, it is the first.
function checkNewest(bytes: Buffer, [, end]: Extent, start: number): void {
  if (new Syntax(bytes.subarray(0, start), end).atEnd()) return
  if (!bytes.toString('latin1', 0, 1_024).includes('/Linearized')) throw damaged(TABLE)
}

function readSection(bytes: Buffer, offset: number, places: Map<number, Place>) {
  const syntax = new Syntax(bytes, offset)
  try {
    const first = syntax.read()
    if (first instanceof Keyword && first.word === 'xref') readTable(syntax, places)
    else return readTableStream(bytes, offset, places)
    const trailer = asDict(syntax.read(), TABLE)
    const extent: Extent = [offset, syntax.at]
    return { trailer, extent }
  } catch (error) {
    if (error instanceof TooMuchMemory) throw error
    throw notPdf()
  }
}

// ISO 32000-1, 7.5.4: sections, each with its first number, its count and one line per object, up to
// `trailer`.
function readTable(syntax: Syntax, places: Map<number, Place>): void {
  for (;;) {
    const first = syntax.read()
    if (first instanceof Keyword && first.word === 'trailer') return
    const from = asCount(first, TABLE)
    const count = asCount(syntax.read(), TABLE)
    for (let at = 0; at < count; at += 1) {
      syntax.skipSpace()
      const line = syntax.bytes.toString('latin1', syntax.at, syntax.at + 18)
      const match = /^(\d{10}) (\d{5}) ([nf])$/.exec(line)
      if (!match) throw damaged(TABLE)
      syntax.at += 18
      const [, offset, generation, kind] = match
      if (places.has(from + at)) continue
      const used = { offset: Number(offset), generation: Number(generation) }
      places.set(from + at, kind === 'n' ? used : null)
    }
  }
}

// ISO 32000-1, 7.5.8: the same table as a stream of numbers.
function readTableStream(bytes: Buffer, offset: number, places: Map<number, Place>) {
  const { value, extent } = readObject(bytes, offset, () => null)
  if (!(value instanceof Stream) || nameOf(value.dict.get('Type')) !== 'XRef') throw damaged(TABLE)
  const { dict } = value
  const data = unfold(value.raw, dict, TABLE).bytes
  const numbers = (key: string, usual: Value[]) => {
    const list = dict.get(key) ?? usual
    return (Array.isArray(list) ? list : []).map((each) => asCount(each, TABLE))
  }
  const [type = 0, second = 0, third = 0] = numbers('W', [])
  const index = numbers('Index', [0, dict.get('Size') ?? 0])
  let at = 0
  const field = (width: number, usual: number) => {
    if (width > 6 || at + width > data.length) throw damaged(TABLE)
    at += width
    return width === 0 ? usual : data.readUIntBE(at - width, width)
  }
  for (let part = 0; part + 1 < index.length; part += 2) {
    const from = index[part] ?? 0
    for (let number = from; number < from + (index[part + 1] ?? 0); number += 1) {
      const [kind, a, b] = [field(type, 1), field(second, 0), field(third, 0)]
      if (places.has(number)) continue
      if (kind === 1) places.set(number, { offset: a, generation: b })
      else places.set(number, kind === 2 ? { container: a, index: b } : null)
    }
  }
  return { trailer: dict, extent }
}

/** Reads one object with its number and generation. @param length resolves a /Length that is a reference */
export function readObject(bytes: Buffer, offset: number, length: (value: Value) => Value) {
  const part = 'un objet'
  const syntax = new Syntax(bytes, offset)
  const number = asCount(syntax.read(), part)
  const generation = asCount(syntax.read(), part)
  syntax.expect('obj')
  let value = syntax.read()
  if (value instanceof Keyword) throw damaged(part)
  syntax.skipSpace()
  if (value instanceof Map && bytes.toString('latin1', syntax.at, syntax.at + 6) === 'stream') {
    const written = value.get('Length') ?? null
    const count = asCount(typeof written === 'number' ? written : length(written), part)
    const eol = /^stream(\r?\n)/.exec(bytes.toString('latin1', syntax.at, syntax.at + 8))
    if (!eol) throw damaged(part)
    const from = syntax.at + eol[0].length
    value = new Stream(value, bytes.subarray(from, from + count))
    if (value.raw.length !== count) throw damaged(part)
    syntax.at = from + count
    syntax.expect('endstream')
  }
  syntax.expect('endobj')
  const extent: Extent = [offset, syntax.at]
  return { number, generation, value, extent }
}

import { inflateSync } from 'node:zlib'
import { TooMuchMemory } from '../reading/reading_limits.ts'
import { damaged, UnreadablePdf } from './unreadable_pdf.ts'
import { asDict, type Dict, Name, type Value } from './values.ts'

/** Highest size of an unfolded stream in bytes. A page of a report has some tens of thousands. */
const UNFOLDED_LIMIT = 64 * 1_048_576
const FILTERS_LIMIT = 8

/** The bytes of a stream without its filters. */
interface Unfolded {
  bytes: Buffer
  /** Whether a checksum covers them (FlateDecode: Adler-32). */
  checked: boolean
}

/**
 * Undoes the filters of a stream. Strict: compressed data must end at the end of the stream, with the right
 * checksum.
 * @param part name of the part with its article, for the reason
 */
export function unfold(raw: Buffer, dict: Dict, part: string): Unfolded {
  const filters = listOf(dict.get('Filter'))
  const params = listOf(dict.get('DecodeParms'))
  if (filters.length > FILTERS_LIMIT) throw damaged(part)
  let bytes = raw
  let checked = false
  for (const [at, filter] of filters.entries()) {
    const name = filter instanceof Name ? filter.name : ''
    const param = params[at] ? asDict(params[at], part) : new Map()
    if (name === 'FlateDecode' || name === 'Fl') {
      bytes = unpredict(inflate(bytes, part), param, part)
      checked = true
    } else if (name === 'ASCIIHexDecode' || name === 'AHx') bytes = fromHex(bytes, part)
    else if (name === 'ASCII85Decode' || name === 'A85') bytes = fromAscii85(bytes, part)
    else throw new UnreadablePdf(`${part} est codé d’une façon qui ne peut pas être vérifiée`)
  }
  return { bytes, checked }
}

function listOf(value: Value | undefined): Value[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

// zlib checks the end and the checksum of the data. Some writers add an end of line.
function inflate(bytes: Buffer, part: string): Buffer {
  try {
    const { buffer, engine } = inflateSync(bytes, {
      maxOutputLength: UNFOLDED_LIMIT,
      info: true,
    }) as unknown as {
      buffer: Buffer
      engine: { bytesWritten: number }
    }
    const rest = bytes.subarray(engine.bytesWritten)
    if (rest.every((byte) => byte === 10 || byte === 13)) return buffer
  } catch (error) {
    if (error instanceof RangeError) throw new TooMuchMemory()
  }
  throw damaged(part)
}

// Undoes PNG predictors (RFC 2083, 6), which tables of objects use.
function unpredict(bytes: Buffer, params: Dict, part: string): Buffer {
  const predictor = params.get('Predictor') ?? 1
  if (predictor === 1) return bytes
  const number = (key: string, usual: number) => {
    const value = params.get(key) ?? usual
    if (typeof value !== 'number') throw damaged(part)
    return value
  }
  const width = Math.ceil((number('Columns', 1) * number('Colors', 1) * number('BitsPerComponent', 8)) / 8)
  const step = Math.ceil((number('Colors', 1) * number('BitsPerComponent', 8)) / 8)
  if (typeof predictor !== 'number' || predictor < 10 || !(width >= 1) || bytes.length % (width + 1) !== 0) {
    throw damaged(part)
  }
  const rows = bytes.length / (width + 1)
  const plain = Buffer.alloc(rows * width)
  for (let row = 0; row < rows; row += 1) {
    const kind = bytes[row * (width + 1)] ?? 0
    if (kind > 4) throw damaged(part)
    for (let x = 0; x < width; x += 1) {
      const to = row * width + x
      const left = x >= step ? (plain[to - step] ?? 0) : 0
      const up = row > 0 ? (plain[to - width] ?? 0) : 0
      const corner = x >= step && row > 0 ? (plain[to - width - step] ?? 0) : 0
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][kind] ?? 0
      plain[to] = (bytes[row * (width + 1) + 1 + x] ?? 0) + guess
    }
  }
  return plain
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}

function fromHex(bytes: Buffer, part: string): Buffer {
  const match = /^([0-9a-f]*)>$/i.exec(bytes.toString('latin1').replace(/[\0\t\n\f\r ]/g, ''))
  if (!match) throw damaged(part)
  const digits = match[1] ?? ''
  return Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex')
}

function fromAscii85(bytes: Buffer, part: string): Buffer {
  const match = /^(?:<~)?([!-uz]*)~>$/.exec(bytes.toString('latin1').replace(/[\0\t\n\f\r ]/g, ''))
  if (!match) throw damaged(part)
  const read: number[] = []
  for (const [group] of (match[1] ?? '').matchAll(/z|[!-u]{1,5}/g)) {
    const digits = group === 'z' ? '!!!!!' : group
    let value = 0
    for (let at = 0; at < 5; at += 1) value = value * 85 + ((digits.charCodeAt(at) || 117) - 33)
    if (value > 0xffffffff || digits.length === 1) throw damaged(part)
    const four = [value >>> 24, value >>> 16, value >>> 8, value].map((byte) => byte & 0xff)
    read.push(...four.slice(0, digits.length - 1))
  }
  return Buffer.from(read)
}

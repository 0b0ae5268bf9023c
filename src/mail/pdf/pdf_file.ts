import { TooMuchMemory } from '../reading/reading_limits.ts'
import { unfold } from './filters.ts'
import { type Extent, type ObjectTable, readObject, readObjectTable } from './object_table.ts'
import { Syntax } from './syntax.ts'
import { damaged, type UnreadablePdf } from './unreadable_pdf.ts'
import { asCount, type Dict, nameOf, Ref, Stream, type Value } from './values.ts'

// Highest number of references to references.
const CHAIN_LIMIT = 20

/** A PDF by its table of objects. Each object is read on request, and must be there and whole. */
export class PdfFile {
  readonly #bytes: Buffer
  readonly #table: ObjectTable
  readonly #objects = new Map<number, Value>()
  readonly #contained = new Map<number, Value[]>()
  readonly #extents: Extent[]
  readonly #open = new Set<number>()

  /** @throws UnreadablePdf when the file has no table of objects. */
  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.#table = readObjectTable(bytes)
    this.#extents = [...this.#table.extents]
  }

  get trailer(): Dict {
    return this.#table.trailer
  }

  /**
   * Resolves a value: the value itself, or the object that it refers to. @throws UnreadablePdf when that is
   * missing or damaged.
   */
  get(value: Value | undefined): Value {
    let found = value ?? null
    for (let steps = 0; found instanceof Ref; steps += 1) {
      if (steps > CHAIN_LIMIT) throw missing(found.number)
      found = this.#read(found)
    }
    return found
  }

  /** All readable objects by number, even unreferenced ones. */
  all(): Map<number, Value> {
    for (const [number, place] of this.#table.places) {
      if (place === null) continue
      try {
        this.#read(new Ref(number, 'generation' in place ? place.generation : 0))
      } catch {
        // Either nobody needs the object, or the object that refers to it reports it.
      }
    }
    return this.#objects
  }

  /**
   * Whether every byte belongs to a part that was read. An object outside the table is damage. In a file that
   * was updated it may be an old version.
   */
  isCovered(): boolean {
    this.all()
    if (this.#table.sections > 1) return true
    let at = 0
    for (const [from, to] of this.#extents.toSorted(([a], [b]) => a - b)) {
      if (from > at && !new Syntax(this.#bytes.subarray(0, from), at).atEnd()) return false
      at = Math.max(at, to)
    }
    return true
  }

  #read({ number, generation }: Ref): Value {
    const place = this.#table.places.get(number) ?? null
    if (place === null || this.#open.has(number)) throw missing(number)
    if (generation !== ('generation' in place ? place.generation : 0)) throw missing(number)
    const known = this.#objects.get(number)
    if (known !== undefined) return known
    this.#open.add(number)
    try {
      const value =
        'container' in place ? this.#readContained(number, place) : this.#readPlaced(number, place.offset)
      this.#objects.set(number, value)
      return value
    } finally {
      this.#open.delete(number)
    }
  }

  #readPlaced(number: number, offset: number): Value {
    const read = readWhole(number, () => readObject(this.#bytes, offset, (length) => this.get(length)))
    const place = this.#table.places.get(number)
    if (read.number !== number || (place && 'generation' in place && place.generation !== read.generation)) {
      throw missing(number)
    }
    this.#extents.push(read.extent)
    return read.value
  }

  #readContained(number: number, { container, index }: { container: number; index: number }): Value {
    const values = this.#contained.get(container) ?? this.#readContainer(container)
    this.#contained.set(container, values)
    const value = values[index]
    if (value === undefined) throw missing(number)
    return value
  }

  // ISO 32000-1, 7.5.7: numbers and places of the objects come first, then the objects.
  #readContainer(number: number): Value[] {
    const stream = this.#read(new Ref(number, 0))
    if (!(stream instanceof Stream) || nameOf(stream.dict.get('Type')) !== 'ObjStm') throw missing(number)
    return readWhole(number, () => {
      const { bytes } = unfold(stream.raw, stream.dict, `l’objet ${number}`)
      const count = asCount(this.get(stream.dict.get('N')), '')
      const first = asCount(this.get(stream.dict.get('First')), '')
      const head = new Syntax(bytes.subarray(0, first), 0, false)
      return Array.from({ length: count }, () => {
        head.read()
        return new Syntax(bytes, first + asCount(head.read(), '')).read()
      })
    })
  }
}

function missing(number: number): UnreadablePdf {
  return damaged(`l’objet ${number} manque`)
}

function readWhole<T>(number: number, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof TooMuchMemory) throw error
    throw damaged(`l’objet ${number}`)
  }
}

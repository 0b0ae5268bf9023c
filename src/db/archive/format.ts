import { createHash, type Hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

// An archive is gzipped text. Its first line is the header. Then each table has a line of its own, its rows as
// PostgreSQL's COPY writes them, and a line `\.`. The last line is the end. Header, lines of tables and end are JSON.

/** The first line of an archive. */
export interface Header {
  format: 'caserne-sis'
  version: 1
  /** When the rows were read: all of them as of one instant. ISO 8601 */
  exporte_le: string
  /** The last migration of the database that it comes from. */
  migration: string
  sis: { api_key: string; id: number; nom: string; abreviation: string; mobile: boolean; created_at: string }
  /** Lists that must be the same where it goes: name and digest. */
  listes: Record<string, string>
}

/** The line before the rows of a table. */
export interface Section {
  table: string
  columns: string[]
}

/** The last line. */
export interface End {
  /** Number of rows by table. */
  lignes: Record<string, number>
  /** SHA-256, in hexadecimal digits, of all lines before this one. */
  sha256: string
}

/** Ends the rows of a table. */
export const END_OF_ROWS = Buffer.from('\\.')
export const NEW_LINE = Buffer.from('\n')
const CHUNK = 64 * 1024

export class DamagedArchive extends Error {
  constructor(detail: string) {
    super(`L’archive est incomplète ou abîmée (${detail}) : rien n’est importé.`)
  }
}

/** Reads an archive line by line, and checks at its end that nothing is missing or changed. */
export class ArchiveReader {
  readonly #lines: AsyncGenerator<Buffer>
  readonly #hash: Hash = createHash('sha256')

  constructor(source: Readable) {
    const text = createGunzip()
    source.on('error', (error) => text.destroy(error))
    this.#lines = splitLines(source.pipe(text))
  }

  /** @throws when the file is no archive of a SIS */
  async header(): Promise<Header> {
    const line = await this.#next().catch(() => Buffer.from('{}'))
    this.#add(line)
    const header = parse<Partial<Header>>(line)
    if (header.format !== 'caserne-sis' || header.version !== 1)
      throw new Error('Ce fichier n’est pas l’archive d’un SIS : rien n’est importé.')
    return header as Header
  }

  /** The next table, or the end, whose digest is checked. */
  async sectionOrEnd(): Promise<Section | End> {
    const line = await this.#next()
    const found = parse<Section | End>(line)
    if ('table' in found) this.#add(line)
    else if (this.#hash.digest('hex') !== found.sha256) throw new DamagedArchive('somme de contrôle')
    return found
  }

  /** The rows of the table, in COPY's text, some thousands of bytes at a time. */
  async *rows(): AsyncGenerator<Buffer> {
    let held: Buffer[] = []
    let size = 0
    for (;;) {
      const line = await this.#next()
      this.#add(line)
      if (line.equals(END_OF_ROWS)) break
      held.push(line, NEW_LINE)
      size += line.length
      if (size < CHUNK) continue
      yield Buffer.concat(held)
      held = []
      size = 0
    }
    if (held.length > 0) yield Buffer.concat(held)
  }

  #add(line: Buffer): void {
    this.#hash.update(line).update(NEW_LINE)
  }

  async #next(): Promise<Buffer> {
    const { done, value } = await this.#lines.next().catch((error: Error) => {
      throw new DamagedArchive(error.message)
    })
    if (done === true) throw new DamagedArchive('la fin manque')
    return value
  }
}

// Not node:readline, which also ends a line at U+2028.
async function* splitLines(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begun: Buffer[] = []
  for await (const chunk of source) {
    let from = 0
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      const line = chunk.subarray(from, at)
      yield begun.length === 0 ? line : Buffer.concat([...begun, line])
      begun = []
      from = at + 1
    }
    if (from < chunk.length) begun.push(chunk.subarray(from))
  }
}

function parse<T extends object>(line: Buffer): T {
  try {
    const found: unknown = JSON.parse(line.toString())
    if (typeof found === 'object' && found !== null) return found as T
  } catch {
    // Named below.
  }
  throw new DamagedArchive('une ligne est illisible')
}

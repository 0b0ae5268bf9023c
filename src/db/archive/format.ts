import { createHash, type Hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'

// An archive is gzipped text. Its first line is the header. Then each table has a line of its own, its rows as
// PostgreSQL's COPY writes them, and a line `\.`. The last line is the end. Header, lines of tables and end are JSON.

const Header = z.object({
  format: z.literal('caserne-sis'),
  version: z.literal(1),
  /** When the rows were read: all of them as of one instant. */
  exporte_le: z.iso.datetime(),
  /** The last migration of the database that it comes from. */
  migration: z.string(),
  sis: z.object({
    api_key: z.string(),
    id: z.int().positive(),
    nom: z.string(),
    abreviation: z.string(),
    mobile: z.boolean(),
    created_at: z.iso.datetime({ offset: true }),
  }),
  /** Lists that must be the same where it goes: name and digest. */
  listes: z.record(z.string(), z.string()),
})

/** The first line of an archive. */
export type Header = z.infer<typeof Header>

const Section = z.object({ table: z.string(), columns: z.array(z.string()) })

/** The line before the rows of a table. */
export type Section = z.infer<typeof Section>

const End = z.object({
  /** Number of rows by table. */
  lignes: z.record(z.string(), z.int()),
  /** SHA-256, in hexadecimal digits, of all lines before this one. */
  sha256: z.string(),
})

/** The last line. */
export type End = z.infer<typeof End>

/** Ends the rows of a table. */
export const END_OF_ROWS = Buffer.from('\\.')
export const NEW_LINE = Buffer.from('\n')
const CHUNK = 64 * 1024
// Bytes. The longest row is that of a mail of 36 MB, in hexadecimal digits.
const LONGEST_LINE = 256 * 1024 * 1024

export class DamagedArchive extends Error {
  constructor(detail: string) {
    super(`L’archive est incomplète ou abîmée (${detail}) : rien n’est importé.`)
  }
}

/** Reads an archive line by line, and checks at its end that nothing is missing or changed. */
export class ArchiveReader {
  readonly #lines: AsyncGenerator<Buffer>
  readonly #hash: Hash = createHash('sha256')

  /** @param longest the most bytes of a line, because a few bytes of an archive may unfold into any number */
  constructor(source: Readable, longest = LONGEST_LINE) {
    const text = createGunzip()
    source.on('error', (error) => text.destroy(error))
    this.#lines = splitLines(source.pipe(text), longest)
  }

  /** @throws when the file is no archive of a SIS */
  async header(): Promise<Header> {
    const line = await this.#next().catch(() => Buffer.from('{}'))
    this.#add(line)
    const header = Header.safeParse(parse(line))
    if (header.success) return header.data
    throw new Error('Ce fichier n’est pas l’archive d’un SIS : rien n’est importé.')
  }

  /** The next table, or the end, whose digest is checked. */
  async sectionOrEnd(): Promise<Section | End> {
    const line = await this.#next()
    const found = parse(line)
    const section = Section.safeParse(found)
    if (section.success) {
      this.#add(line)
      return section.data
    }
    const end = End.safeParse(found)
    if (!end.success) throw new DamagedArchive('une ligne est illisible')
    if (this.#hash.digest('hex') !== end.data.sha256) throw new DamagedArchive('somme de contrôle')
    return end.data
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
      size += line.length + NEW_LINE.length
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
async function* splitLines(source: AsyncIterable<Buffer>, longest: number): AsyncGenerator<Buffer> {
  let begun: Buffer[] = []
  let size = 0
  for await (const chunk of source) {
    let from = 0
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      const line = chunk.subarray(from, at)
      yield begun.length === 0 ? line : Buffer.concat([...begun, line])
      begun = []
      size = 0
      from = at + 1
    }
    if (from < chunk.length) begun.push(chunk.subarray(from))
    size += chunk.length - from
    if (size > longest) throw new Error('une ligne est trop longue')
  }
}

function parse(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString())
  } catch {
    throw new DamagedArchive('une ligne est illisible')
  }
}

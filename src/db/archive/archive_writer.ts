import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { END_OF_ROWS, type End, type Header, NEW_LINE, type Section } from './format.ts'

/** Writes an archive to a stream, no faster than the stream takes it. */
export class ArchiveWriter {
  readonly #gzip = createGzip()
  readonly #hash = createHash('sha256')
  readonly #counts: Record<string, number> = {}
  readonly #written: Promise<unknown>

  constructor(output: Writable) {
    this.#written = pipeline(this.#gzip, output)
    // Thrown by the next write, and at the end.
    this.#written.catch(() => undefined)
  }

  line(value: Header | Section): Promise<void> {
    return this.#write(Buffer.from(`${JSON.stringify(value)}\n`))
  }

  async rows(table: string, source: AsyncIterable<Buffer>): Promise<void> {
    let count = 0
    for await (const chunk of source) {
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count += 1
      await this.#write(chunk)
    }
    this.#counts[table] = count
    await this.#write(Buffer.concat([END_OF_ROWS, NEW_LINE]))
  }

  async end(): Promise<Record<string, number>> {
    const end: End = { lignes: this.#counts, sha256: this.#hash.digest('hex') }
    this.#gzip.end(`${JSON.stringify(end)}\n`)
    await this.#written
    return this.#counts
  }

  async #write(bytes: Buffer): Promise<void> {
    this.#hash.update(bytes)
    if (!this.#gzip.write(bytes)) await Promise.race([once(this.#gzip, 'drain'), this.#written])
  }
}

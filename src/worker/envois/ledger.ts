import type { Pool } from 'pg'
import type { Verdict } from './verdict.ts'

// Answers are written within this time, so that a killed worker sends hardly any message twice.
const EVERY_MS = 40

interface Result extends Verdict {
  id: number
  at: string
}

/** Writes what became of deliveries of a SIS, many at a time, one statement after the other. */
export class Ledger {
  readonly #pool: Pool
  readonly #sis: string
  #results: Result[] = []
  #writing: Promise<void> | null = null

  constructor(pool: Pool, sis: string) {
    this.#pool = pool
    this.#sis = sis
  }

  note(id: number, verdict: Verdict): void {
    this.#results.push({ id, at: new Date().toISOString(), ...verdict })
    this.#writing ??= this.#write()
    // The caller of end() hears of it.
    this.#writing.catch(() => undefined)
  }

  /** Waits until all is written. @throws errors of the database */
  async end(): Promise<void> {
    await this.#writing
  }

  async #write(): Promise<void> {
    while (this.#results.length > 0) {
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
      const results = this.#results.splice(0)
      await this.#pool.query('select jobs.end_envois($1, $2)', [this.#sis, JSON.stringify(results)])
    }
    this.#writing = null
  }
}

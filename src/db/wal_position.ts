import type { Pool } from 'pg'
import { repeatable } from './pool.ts'

// How far a database is in the write-ahead log, in bytes: a primary, what is safe on its disk, so all that it has
// committed; a standby, what its readers see.
const POSITION = `select (case when pg_catalog.pg_is_in_recovery() then pg_catalog.pg_last_wal_replay_lsn()
  else pg_catalog.pg_current_wal_flush_lsn() end - '0/0')::text as bytes`

/** Asks a database how far it is. Callers that come while it is asked share the next answer. */
export class WalPosition {
  readonly #pool: Pool
  #running: Promise<unknown> = Promise.resolve()
  #next: Promise<bigint> | null = null

  /** @param pool one connection is enough */
  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** The position at some time after this was called. */
  read(): Promise<bigint> {
    // The answer that is under way may miss what was committed since it was asked for.
    this.#next ??= this.#running.then(() => {
      this.#next = null
      const answer = this.#ask()
      this.#running = answer.catch(() => undefined)
      return answer
    })
    return this.#next
  }

  async #ask(): Promise<bigint> {
    const ask = () => this.#pool.query<{ bytes: string | null }>(POSITION)
    const { rows } = await repeatable('harmless', ask)
    return BigInt(rows[0]?.bytes ?? 0)
  }
}

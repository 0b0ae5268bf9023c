import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { errorText } from '../text/error_text.ts'
import { isAway } from './connection_errors.ts'
import type { Outage, OutageLog } from './outage.ts'
import type { WalPosition } from './wal_position.ts'

/** Options for a standby. */
interface StandbyOptions {
  /** Connections for reads. */
  pool: Pool
  /** How far the standby is, and how far the primary. */
  position: WalPosition
  primary: WalPosition
  /** The outage state of the primary. */
  outage: Outage
  /** How long a read waits, in ms, for the standby to show what the primary has. */
  lagMs: number
  /** Whether the standby may be read at all. @throws the reason why not */
  check: () => Promise<void>
  log: OutageLog
}

// The pause after which an unused standby is tried again.
const RETRY_MS = 1_000
const FIRST_PAUSE_MS = 2
const LONGEST_PAUSE_MS = 50
const LAGS = 'the standby lags'

/**
 * Reads from a standby as long as that makes no difference to clients: each read sees everything that was committed
 * when it was asked for. Otherwise from the primary.
 *
 * While the primary is away, a read sees at least what the last read has seen.
 */
export class Standby {
  readonly #options: StandbyOptions
  #checked = false
  #seen = 0n
  // Since when the standby is not used, and how many reads went to the primary.
  #away: { since: number; reads: number; until: number } | null = null

  constructor(options: StandbyOptions) {
    this.#options = options
  }

  /** Whether reads go to the standby; false while it lags or is away. */
  get isUsed(): boolean {
    return this.#away === null
  }

  /** Reads from the standby if it is up to date, and otherwise, or if it fails, from the primary. */
  async read<T>(fromStandby: (pool: Pool) => Promise<T>, fromPrimary: () => Promise<T>): Promise<T> {
    if (await this.#isUpToDate()) {
      try {
        return await fromStandby(this.#options.pool)
      } catch (error) {
        if (isAway(error)) this.#leave(errorText(error).trim())
        // The standby had to remove rows that the read would have needed.
        else if (!isConflict(error)) throw error
      }
    }
    if (this.#away !== null) this.#away.reads += 1
    return await fromPrimary()
  }

  async #isUpToDate(): Promise<boolean> {
    const now = performance.now()
    if (this.#away !== null) {
      if (now < this.#away.until) return false
      // One read tries; the others need not wait for it.
      this.#away.until = now + RETRY_MS + this.#options.lagMs
    }
    try {
      const reached = await this.#reaches(await this.#committed(), now + this.#options.lagMs)
      if (reached) this.#return()
      else this.#leave(LAGS)
      return reached
    } catch (error) {
      this.#leave(errorText(error).trim())
      return false
    }
  }

  async #reaches(position: bigint, deadline: number): Promise<boolean> {
    if (!this.#checked) await this.#options.check()
    this.#checked = true
    for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(2 * wait, LONGEST_PAUSE_MS)) {
      if ((await this.#options.position.read()) >= position) return true
      if (performance.now() + wait > deadline) return false
      await pause(wait)
    }
  }

  // The position that the standby must have reached: all that is committed now or, without a primary, seen by a read.
  async #committed(): Promise<bigint> {
    try {
      this.#seen = await this.#options.primary.read()
    } catch (error) {
      // A primary that is merely slow may have committed more.
      if (!(await this.#options.outage.confirm(error))) throw error
    }
    return this.#seen
  }

  #leave(reason: string): void {
    const now = performance.now()
    if (this.#away === null) {
      this.#options.log.warn({ reason }, 'standby not used: reads go to the primary')
      this.#away = { since: now, reads: 0, until: 0 }
    }
    this.#away.until = now + RETRY_MS
  }

  #return(): void {
    if (this.#away === null) return
    const { since, reads } = this.#away
    this.#away = null
    const seconds = Math.round((performance.now() - since) / 100) / 10
    this.#options.log.warn({ seconds, reads }, 'standby used again')
  }
}

// SQLSTATE serialization_failure: canceling statement due to conflict with recovery.
function isConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '40001'
}

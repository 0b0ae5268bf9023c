import type { Pool } from 'pg'
import { z } from 'zod'
import type { Cell } from '../../db/cells/cell.ts'
import { query } from '../../db/pool.ts'

// The answer of auth.heard_beat.
const Heard = z.object({ numero: z.number().nullable(), rompue: z.boolean() }).nullable()

// auth.beat counts so often at most.
const MOST_A_SECOND = 2
const SLACK = 2

/**
 * Tells whether a cell has the accounts' changes of a while ago. Beats are counted where accounts are kept, and arrive
 * in a cell after every change before them. While the accounts' database is away nothing can change there, so what was
 * trusted stays trusted.
 */
export class Beats {
  readonly #lagMs: number
  // The beats of the last while, oldest first.
  #counted: { number: number; at: number }[] = []
  #countedAt = Number.NEGATIVE_INFINITY
  readonly #trusted = new Map<string, boolean>()

  constructor(lagMs: number) {
    this.#lagMs = lagMs
  }

  /** Whether a cell may be trusted. Where accounts are kept, counts a beat. @throws when its database does not answer */
  async look({ nom, comptes }: Pick<Cell, 'nom' | 'comptes'>, pool: Pool): Promise<boolean> {
    return comptes ? await this.#count(pool) : await this.#receive(nom, pool)
  }

  async #count(pool: Pool): Promise<true> {
    const { rows } = await query<{ beat: string | null }>(pool, { text: 'select auth.beat() as beat' })
    const now = performance.now()
    // After an outage cells first connect again.
    if (!this.#isCounting()) this.#counted = []
    this.#countedAt = now
    this.#counted.push({ number: Number(rows[0]?.beat ?? 0), at: now })
    return true
  }

  // An outage shows here before the next beat is due, which it may have kept from the cells.
  #isCounting(): boolean {
    return performance.now() - this.#countedAt < this.#lagMs / 2
  }

  async #receive(nom: string, pool: Pool): Promise<boolean> {
    const { rows } = await query<{ heard: unknown }>(
      pool,
      { text: 'select auth.heard_beat() as heard' },
      'harmless',
    )
    const heard = Heard.parse(rows[0]?.heard)
    const before = this.#trusted.get(nom) ?? true
    const trusted =
      heard?.rompue !== true && (this.#isCounting() ? this.#isInTime(heard?.numero ?? 0) : before)
    this.#trusted.set(nom, trusted)
    return trusted
  }

  // A number that is far ahead is of before the accounts were restored: nothing has arrived since.
  #isInTime(number: number): boolean {
    const newest = this.#counted.at(-1)
    if (newest === undefined) return true
    const most = (ms: number) => MOST_A_SECOND * (ms / 1_000)
    const ahead = newest.number + most(performance.now() - newest.at) + SLACK
    return number >= (this.#expected() ?? newest.number - most(this.#lagMs)) && number <= ahead
  }

  // The last beat that every cell must have by now.
  #expected(): number | null {
    const due = performance.now() - this.#lagMs
    const passed = this.#counted.filter(({ at }) => at <= due)
    const last = passed.at(-1)
    if (last === undefined) return null
    this.#counted = [last, ...this.#counted.filter(({ at }) => at > due)]
    return last.number
  }
}

import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { type Cell, Directory, readDirectory } from '../../db/cells/cell.ts'
import { query } from '../../db/pool.ts'
import { outsideWork } from '../../process/current_work.ts'
import type { Database } from '../operation/database.ts'
import { Refusal, refusals } from '../refusals/errors.ts'
import { Beats } from './beats.ts'
import type { Databases } from './databases.ts'

/** A cell that this server reaches, beside that of its own database. */
export interface OpenCell {
  database: Database
  /** Whether its database may be served. @throws the reason why not */
  check(): Promise<void>
  close(): Promise<void>
}

/** Options for cells. */
interface CellsOptions {
  /** The server's own database. */
  own: Database
  /** Opens another cell. */
  open(cell: Cell): OpenCell
  /** Called when a SIS has moved to another cell: its followers start over there. */
  onMoved(sisKey: string): void
  /** How long changes of accounts may take to reach a cell, in ms, before it is refused. */
  lagMs: number
  log: { warn(details: object, message: string): void }
}

interface Known {
  cell: Cell
  opened: OpenCell | null
  database: Database
  /** Whether its database was found to be one that may be served. */
  checked: boolean
  fault: string | null
  /** A look at it that is under way: a frozen cell must not keep the server from the others. */
  examining: Promise<void> | null
}

// The more often, the less time accounts have to arrive (beats.ts).
const LOOK_MS = 1_000
const LOOKS_IN_LAG = 4
const FIRST_LOOK_MS = 2_000
const unreachable = 'Base de données injoignable'
const distrusted = 'Les droits des comptes n’arrivent plus dans cette base'

/**
 * The databases of all cells. Each database holds the directory, so the server starts with its own and finds the
 * others. Without cells, it asks only once, at the start; when a database then refuses a SIS that lives
 * elsewhere, the server looks again.
 */
export class Cells implements Databases {
  readonly schema = 'api'
  readonly #options: CellsOptions
  readonly #known = new Map<string, Known>()
  readonly #beats: Beats
  #homes: Directory['sis'] = {}
  #here: string | null = null
  #looking: Promise<void> | null = null
  #timer: NodeJS.Timeout | null = null
  #closed = false

  constructor(options: CellsOptions) {
    this.#options = options
    this.#beats = new Beats(options.lagMs)
  }

  /** Reads the directory, and checks the other cells for two seconds at most: those that are down are found later. */
  async begin(): Promise<void> {
    await this.#look()
    const examined = Promise.all([...this.#known.values()].map(({ examining }) => examining))
    await Promise.race([examined, pause(FIRST_LOOK_MS, undefined, { ref: false })])
  }

  of(sisKey: string | null): Database {
    const known = this.#find(sisKey)
    if (known === null) return this.#options.own
    if (!known.checked) throw refusals.busy()
    if (known.fault === distrusted)
      throw new Refusal(503, `${distrusted} : réessayez dans un instant`, { 'Retry-After': '5' })
    return known.database
  }

  poolOf(sisKey: string | null): Pool | null {
    return this.databaseOf(sisKey).pool
  }

  /** The database of a SIS, whether it may be asked or not. */
  databaseOf(sisKey: string | null): Database {
    return this.#find(sisKey)?.database ?? this.#options.own
  }

  accountsFor(sisKey: string | null): Database | 'away' | null {
    const keeping = [...this.#known.values()].find(({ cell }) => cell.comptes)
    if (keeping === undefined || keeping === this.#find(sisKey)) return null
    return keeping.checked && keeping.fault === null ? keeping.database : 'away'
  }

  cells(): Record<string, string> {
    return Object.fromEntries([...this.#known].map(([nom, { fault }]) => [nom, fault ?? 'ok']))
  }

  lookAgain(): Promise<void> {
    // A look that is under way may have begun too early.
    return this.#looking === null ? this.#look() : this.#looking.then(() => this.#look())
  }

  async close(): Promise<void> {
    this.#closed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    await this.#looking
    await Promise.all([...this.#known.values()].map(({ opened }) => opened?.close()))
  }

  #find(sisKey: string | null): Known | null {
    const nom = sisKey !== null && Object.hasOwn(this.#homes, sisKey) ? this.#homes[sisKey] : null
    return this.#known.get(nom ?? this.#here ?? '') ?? null
  }

  // One look at a time. Without cells, the next look comes with a refusal.
  #look(): Promise<void> {
    // The client that gave the occasion may leave.
    this.#looking ??= outsideWork(async () => {
      await this.#lookOnce().catch((error: unknown) =>
        this.#options.log.warn({ err: error }, 'the directory of cells is not readable'),
      )
      this.#looking = null
      if (this.#closed || this.#known.size === 0) return
      if (this.#timer !== null) clearTimeout(this.#timer)
      const wait = Math.min(LOOK_MS, this.#options.lagMs / LOOKS_IN_LAG)
      this.#timer = setTimeout(() => void this.#look(), wait).unref()
    })
    return this.#looking
  }

  async #lookOnce(): Promise<void> {
    // First those that are known: the directory may be in a database that is frozen.
    this.#examineAll()
    const directory = await this.#readDirectory()
    if (directory === null || this.#closed) return
    await this.#follow(directory)
    this.#examineAll()
  }

  #examineAll(): void {
    for (const known of this.#known.values())
      known.examining ??= this.#examine(known).finally(() => {
        known.examining = null
      })
  }

  // From the server's own database; while that one is down, from any other.
  async #readDirectory(): Promise<Directory | null> {
    const others = [...this.#known.values()].filter(({ opened, checked }) => opened !== null && checked)
    for (const { pool } of [this.#options.own, ...others.map(({ database }) => database)]) {
      const found = await query<{ directory: unknown }>(pool, { text: readDirectory }, 'harmless').catch(
        () => null,
      )
      if (found !== null) return Directory.parse(found.rows[0]?.directory)
    }
    return null
  }

  async #follow({ cellules, ici, sis }: Directory): Promise<void> {
    // Another database than the own one says for itself where it is.
    this.#here ??= ici
    const before = this.#homes
    this.#homes = sis
    for (const cell of cellules) {
      const known = this.#known.get(cell.nom)
      if (known !== undefined && isSame(known.cell, cell)) continue
      await known?.opened?.close()
      const opened = cell.nom === this.#here ? null : this.#options.open(cell)
      const database = opened?.database ?? this.#options.own
      this.#known.set(cell.nom, {
        cell,
        opened,
        database,
        checked: opened === null,
        fault: null,
        examining: null,
      })
    }
    for (const [nom, { opened }] of this.#known)
      if (!cellules.some((cell) => cell.nom === nom)) {
        this.#known.delete(nom)
        await opened?.close()
      }
    for (const [key, nom] of Object.entries(sis))
      if (Object.hasOwn(before, key) && before[key] !== nom) this.#options.onMoved(key)
  }

  async #examine(known: Known): Promise<void> {
    const before = known.fault
    try {
      if (!known.checked) await known.opened?.check()
      known.checked = true
      const trusted = await this.#beats.look(known.cell, known.database.pool)
      known.fault = trusted ? null : distrusted
    } catch (error) {
      known.fault = known.fault === distrusted ? distrusted : unreachable
      if (before === null && !known.checked)
        this.#options.log.warn({ cell: known.cell.nom, err: error }, 'a cell cannot be served yet')
    }
    if (known.fault !== before && (known.fault === distrusted || before === distrusted))
      this.#options.log.warn({ cell: known.cell.nom, trusted: known.fault === null }, 'rights in a cell')
  }
}

const isSame = (one: Cell, other: Cell) =>
  one.hote === other.hote && one.port === other.port && one.base === other.base

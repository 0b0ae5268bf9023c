import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { Backlog } from '../process/backlog.ts'
import { ClientLeft, currentWork } from '../process/current_work.ts'
import { hasBroken, isReadOnly, isTurnedAway, leavesUnusable } from './connection_errors.ts'
import { keptAlive } from './new_client.ts'
import { blame, type Outage, type OutageLog, outageAt } from './outage.ts'
import { type OnSlow, WatchedPool, watchedClient } from './watched_client.ts'

/** How long to wait at most, in milliseconds. */
export interface Patience {
  /** For a free connection of the pool. */
  connection?: number
  /** For the database to accept a new connection; absent: as long as for a free one. */
  opening?: number
  /**
   * For the answer to a statement; absent: without limit. Longer than the database's own limit, whose error says
   * more.
   */
  answer?: number
}

// A connection has its statements prepared. After a pause, the first request of another one would wait 50 ms longer. The
// pool takes the connection that was used last, and never closes the last one.
const IDLE_MS = 600_000
const KEPT = 1

interface PoolOptions {
  /** Whether a connection sends a statement before the one before it is answered. */
  pipeline?: boolean
  /** Tells of lost connections; null: the log does, one by one. */
  outage?: Outage | null
  /** From how many ms on a statement is logged as slow; by default none is. */
  slowMs?: number
  /** Is called with slow statements; by default they are logged. */
  onSlow?: OnSlow
}

/**
 * Opens a pool of connections of one login.
 * @param size the most connections it opens.
 */
export function createPool(
  connectionString: string,
  size: number,
  log: OutageLog,
  patience: Patience = {},
  {
    pipeline = false,
    outage = outageAt(connectionString, log),
    slowMs = 0,
    onSlow = (details) => log.warn(details, 'slow statement'),
  }: PoolOptions = {},
): pg.Pool {
  const pool = new WatchedPool({
    connectionString,
    max: size,
    application_name: 'caserne',
    connectionTimeoutMillis: patience.connection ?? 5_000,
    idleTimeoutMillis: IDLE_MS,
    min: KEPT,
    ...(patience.answer !== undefined && { query_timeout: patience.answer }),
    ...keptAlive,
    pipeline,
    Client: watchedClient({ slowMs, onSlow, openingMs: patience.opening }),
  })
  const state: PoolState = {
    outage,
    backlog: new Backlog(size),
    opened: new WeakMap(),
    used: new WeakSet(),
    emptied: 0,
    readOnlyAt: Number.NEGATIVE_INFINITY,
  }
  states.set(pool, state)
  // For a connection that breaks while nobody uses it. The next request gets another one.
  // Tells only the message: the error holds the whole connection.
  // Says nothing while the pool closes: the database may end connections first.
  pool.on('error', (error) => {
    if (pool.ending) return
    if (outage?.loseConnection(error) !== true)
      log.warn({ reason: error.message }, 'idle database connection lost')
  })
  pool.on('connect', (client) => {
    state.opened.set(client, performance.now())
    // For a connection that breaks in use. The running query reports the error.
    client.on('error', () => undefined)
  })
  return pool
}

/** Counts work that failed by this error on a pool. @returns whether the outage of its database logs it */
export function isOutage(pool: pg.Pool, error: unknown): boolean {
  return states.get(pool)?.outage?.note(error) === true
}

/** Whether the database of a pool refuses writes for want of disk. */
export function isFull(pool: pg.Pool): boolean {
  return states.get(pool)?.outage?.isFull === true
}

/** Returns the requests that wait for a connection of a pool. */
export function backlogOf(pool: pg.Pool): Backlog {
  // One that knows no queue, for a pool that was not made here.
  return states.get(pool)?.backlog ?? new Backlog(pool.options.max)
}

interface PoolState {
  outage: Outage | null
  backlog: Backlog
  /** When each connection was opened. */
  opened: WeakMap<pg.PoolClient, number>
  /** Connections that have been used. */
  used: WeakSet<pg.PoolClient>
  /** Connections opened before are not used any more. */
  emptied: number
  /** When a new connection showed that the server itself is read only. */
  readOnlyAt: number
}

const states = new WeakMap<pg.Pool, PoolState>()
// A server that stays read only must not cost a new connection at each refused write.
const READ_ONLY_MS = 1_000
// For a database that is about to accept connections.
const TURNED_AWAY_MS = 250

/**
 * Takes a connection of the pool. Tries once more when the database refuses a new connection, for it may be starting.
 */
export async function acquire(pool: pg.Pool): Promise<pg.PoolClient> {
  const take = async (): Promise<pg.PoolClient> => {
    const began = performance.now()
    const client = await pool.connect()
    const work = currentWork()
    if (work !== undefined) work.waited += performance.now() - began
    // Under overload clients give up and ask again: what they no longer wait for must not delay the others.
    if (work?.isLeft()) {
      client.release()
      throw new ClientLeft()
    }
    if (!isOutdated(pool, client)) return client
    client.release(true)
    return await take()
  }
  return await take().catch(async (error: unknown) => {
    if (!isTurnedAway(error)) throw error
    await pause(TURNED_AWAY_MS)
    return await take()
  })
}

function isOutdated(pool: pg.Pool, client: pg.PoolClient): boolean {
  const state = states.get(pool)
  return state !== undefined && (state.opened.get(client) ?? 0) < state.emptied
}

// Errors of connections of before: a new connection may lead to a server that takes writes.
const outdated = new WeakSet<object>()

// After a failover, connections may lead to a server that has become read only. Returns whether this one is closed.
function heedReadOnly(pool: pg.Pool, client: pg.PoolClient, isNew: boolean, error: unknown): boolean {
  const state = states.get(pool)
  if (state === undefined || !isReadOnly(error) || !(error instanceof Error)) return false
  const now = performance.now()
  if (isNew) state.readOnlyAt = now
  if (isNew || now - state.readOnlyAt < READ_ONLY_MS) return false
  if (!isOutdated(pool, client)) state.emptied = now
  outdated.add(error)
  return true
}

// Whether it is the first use of a connection.
function isFirstUse(pool: pg.Pool, client: pg.PoolClient): boolean {
  const { used } = states.get(pool) ?? {}
  const first = used?.has(client) === false
  used?.add(client)
  return first
}

/**
 * Runs work on one connection of the pool, which nobody else uses meanwhile. Unlike pool.query, this keeps the
 * connection after an error of the database, so that a refusal does not cost the next request a new connection.
 * Closes a connection that broke, or on which an abandoned statement may still run.
 */
export async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const { outage = null, backlog } = states.get(pool) ?? {}
  backlog?.enter()
  try {
    const client = await acquire(pool)
    const isNew = isFirstUse(pool, client)
    let ending = false
    try {
      return await work(client)
    } catch (error) {
      ending = leavesUnusable(error) || heedReadOnly(pool, client, isNew, error)
      throw error
    } finally {
      client.release(ending)
    }
  } catch (error) {
    blame(error, outage)
    throw error
  } finally {
    backlog?.leave()
  }
}

/**
 * Whether work that may have been done already can be done again. `keyed`: yes, but it is refused (PT409) while the
 * first time is not over.
 */
export type Repetition = 'harmless' | 'keyed' | 'harmful'

/** Does work again, once, on another connection, if its first connection failed and repeating does no harm. */
export async function repeatable<T>(repetition: Repetition, work: () => Promise<T>): Promise<T> {
  return await work().catch((error: unknown) => {
    if (!isOfBefore(error) && (repetition === 'harmful' || !hasBroken(error))) throw error
    return work().catch((second: unknown) => {
      throw repetition === 'keyed' && isRefused(second) ? error : second
    })
  })
}

// Whether a write failed because its server has been demoted.
function isOfBefore(error: unknown): boolean {
  return error instanceof Error && outdated.has(error)
}

function isRefused(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === 'PT409'
}

/** Runs one statement on a connection of the pool, and once more where `repeatable` allows it. */
export function query<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  statement: pg.QueryConfig,
  repetition: Repetition = 'harmful',
): Promise<pg.QueryResult<Row>> {
  return repeatable(repetition, () => withClient(pool, (client) => client.query<Row>(statement)))
}

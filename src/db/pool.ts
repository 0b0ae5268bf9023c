import pg from 'pg'

/** Where a pool says that it lost a connection: a log, or the way to one. */
interface Warn {
  warn(details: object, message: string): void
}

/** How long to wait at most, in milliseconds. */
export interface Patience {
  /** For a connection of the pool. */
  connection?: number
  /** For the answer to a statement; absent: as long as it takes. Longer than the database's own limit, which says more. */
  answer?: number
}

/**
 * A pool of connections as one login.
 * @param size how many connections at most.
 */
export function createPool(
  connectionString: string,
  size: number,
  log: Warn,
  patience: Patience = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: size,
    application_name: 'caserne',
    connectionTimeoutMillis: patience.connection ?? 5_000,
    ...(patience.answer !== undefined && { query_timeout: patience.answer }),
    keepAlive: true,
  })
  // A connection that breaks while nobody uses it: the next request gets another.
  // Not the error itself: it carries the whole connection.
  // Once the pool is being closed the loss is wanted, and the database may be quicker.
  pool.on('error', ({ message }) => {
    if (!pool.ending) log.warn({ reason: message }, 'idle database connection lost')
  })
  // One that breaks while in use: whoever uses it learns it from its own query.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/**
 * Works with one connection of the pool, for nobody else meanwhile. Unlike pool.query, which closes the connection on any error, it
 * keeps one on which the database has merely said no: a refusal must not cost the next request a new connection. One that broke,
 * or on which a statement was given up and may still be running, is closed.
 */
export async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let ending = false
  try {
    return await work(client)
  } catch (error) {
    ending = leavesUnusable(error)
    throw error
  } finally {
    client.release(ending)
  }
}

/** What pg says of a statement that it no longer waits for. */
export const GIVEN_UP = 'Query read timeout'

/** Whether a connection on which this happened can only be closed. */
export function leavesUnusable(error: unknown): boolean {
  // Classes 08 and 57P: the session is ending. The severity would say so too, but in the language of the server.
  if (error instanceof pg.DatabaseError) return /^(08|57P)/.test(error.code ?? '')
  return error instanceof Error && error.message === GIVEN_UP
}

/** Runs one statement on a connection of the pool. */
export function query<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  statement: pg.QueryConfig,
): Promise<pg.QueryResult<Row>> {
  return withClient(pool, (client) => client.query<Row>(statement))
}

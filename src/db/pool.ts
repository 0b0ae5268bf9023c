import pg from 'pg'

/** Where a pool says that it lost a connection: a log, or the way to one. */
interface Warn {
  warn(details: object, message: string): void
}

/**
 * A pool of connections as one login.
 * @param size how many connections at most.
 * @param patience milliseconds to wait for one at most.
 */
export function createPool(connectionString: string, size: number, log: Warn, patience = 5_000): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: size,
    application_name: 'caserne',
    connectionTimeoutMillis: patience,
    keepAlive: true,
  })
  // A connection that breaks while nobody uses it: the next request gets another.
  // Not the error itself: it carries the whole connection.
  pool.on('error', ({ message }) => log.warn({ reason: message }, 'idle database connection lost'))
  // One that breaks while in use: whoever uses it learns it from its own query.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/**
 * Works with one connection of the pool, for nobody else meanwhile. Unlike pool.query, which closes the connection on any error, it
 * keeps one on which the database has merely said no: a refusal must not cost the next request a new connection. One that
 * broke the pool itself does not take back.
 */
export async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let ending = false
  try {
    return await work(client)
  } catch (error) {
    // Classes 08 and 57P: the session is ending. The severity would say so too, but in the language of the server.
    ending = error instanceof pg.DatabaseError && /^(08|57P)/.test(error.code ?? '')
    throw error
  } finally {
    client.release(ending)
  }
}

/** Runs one statement on a connection of the pool. */
export function query<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  statement: pg.QueryConfig,
): Promise<pg.QueryResult<Row>> {
  return withClient(pool, (client) => client.query<Row>(statement))
}

import pg from 'pg'

/** Where a pool reports a lost connection: a log, or a part of one. */
interface Warn {
  warn(details: object, message: string): void
}

/** How long to wait at most, in milliseconds. */
export interface Patience {
  /** For a free connection of the pool. */
  connection?: number
  /**
   * For the answer to a statement; absent: without limit. Longer than the database's own limit, whose error says
   * more.
   */
  answer?: number
}

/**
 * Opens a pool of connections of one login.
 * @param size the most connections it opens.
 * @param pipeline whether a connection sends a statement before the one before it is answered
 */
export function createPool(
  connectionString: string,
  size: number,
  log: Warn,
  patience: Patience = {},
  { pipeline = false }: { pipeline?: boolean } = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: size,
    application_name: 'caserne',
    connectionTimeoutMillis: patience.connection ?? 5_000,
    ...(patience.answer !== undefined && { query_timeout: patience.answer }),
    keepAlive: true,
    pipeline,
  })
  // For a connection that breaks while nobody uses it. The next request gets another one.
  // Logs only the message: the error holds the whole connection.
  // Says nothing while the pool closes: the database may end connections first.
  pool.on('error', ({ message }) => {
    if (!pool.ending) log.warn({ reason: message }, 'idle database connection lost')
  })
  // For a connection that breaks in use. The running query reports the error.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/**
 * Runs work on one connection of the pool, which nobody else uses meanwhile. Unlike pool.query, this keeps the
 * connection after an error of the database, so that a refusal does not cost the next request a new connection.
 * Closes a connection that broke, or on which an abandoned statement may still run.
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

// The message of pg for a statement that it no longer waits for.
const GIVEN_UP = 'Query read timeout'

/** Whether a connection is useless after this error. */
export function leavesUnusable(error: unknown): boolean {
  // Classes 08 and 57P: the session ends. The severity would say so too, but in the language of the server.
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

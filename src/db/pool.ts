import pg from 'pg'
import type { Logger } from 'pino'

/**
 * A pool of connections as one login.
 * @param size how many connections at most.
 */
export function createPool(connectionString: string, size: number, log: Logger): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: size,
    application_name: 'caserne',
    connectionTimeoutMillis: 5_000,
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
 * Runs one statement on a connection of the pool. Unlike pool.query, which closes the connection on any error, it keeps
 * one on which the database has merely said no: a refusal must not cost the next request a new connection.
 */
export async function query<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  statement: pg.QueryConfig,
): Promise<pg.QueryResult<Row>> {
  const client = await pool.connect()
  let broken = true
  try {
    const result = await client.query<Row>(statement)
    broken = false
    return result
  } catch (error) {
    // Classes 08 and 57P: the session is ending. The severity would say so too, but in the language of the server.
    broken = !(error instanceof pg.DatabaseError) || /^(08|57P)/.test(error.code ?? '')
    throw error
  } finally {
    client.release(broken)
  }
}

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
  pool.on('error', (error) => log.warn({ err: error }, 'idle database connection lost'))
  // One that breaks while in use: whoever uses it learns it from its own query.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

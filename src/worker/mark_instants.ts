import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { isOutage } from '../db/pool.ts'

const EVERY_MS = 5_000

/**
 * Tells the reporting database every five seconds how far it has got with the changes of this database. It does not use
 * the queue, whose places may be taken. Without a reporting database it writes nothing.
 */
export function markInstants(
  pool: Pool,
  log: Pick<Logger, 'warn'>,
  everyMs = EVERY_MS,
): { stop(): Promise<void> } {
  let marking = Promise.resolve()
  const mark = async () => {
    try {
      await pool.query('select jobs.mark_instant()')
    } catch (error) {
      if (!isOutage(pool, error))
        log.warn({ err: error }, 'the reporting database is not told of this instant')
    }
  }
  const timer = setInterval(() => {
    marking = marking.then(mark)
  }, everyMs)
  return {
    stop: async () => {
      clearInterval(timer)
      await marking
    },
  }
}

import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { isOutage } from '../db/pool.ts'

const EVERY_MS = 10_000

/**
 * Frees the jobs of killed workers every ten seconds: notifications of an alarm must not wait for the minute. It does
 * not use the queue, whose places may be taken.
 */
export function freeJobs(
  pool: Pool,
  log: Pick<Logger, 'warn'>,
  everyMs = EVERY_MS,
): { stop(): Promise<void> } {
  let freeing = Promise.resolve()
  const free = async () => {
    try {
      await pool.query('select jobs.release_jobs()')
    } catch (error) {
      if (!isOutage(pool, error)) log.warn({ err: error }, 'jobs of killed workers are not freed')
    }
  }
  const timer = setInterval(() => {
    freeing = freeing.then(free)
  }, everyMs)
  return {
    stop: async () => {
      clearInterval(timer)
      await freeing
    },
  }
}

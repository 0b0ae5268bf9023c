import { setTimeout as pause } from 'node:timers/promises'
import { connectAsOwner } from '../db/migrate.ts'
import type { Setting } from '../process/setting.ts'
import { demoSis } from './demo_sis.ts'
import { loadHistory } from './history.ts'

const TRIES = 3
const PAUSE_MS = 5_000

/**
 * Loads the past of those SIS of the demo that still lack it (`history: 'recent'`), each whole or not at all.
 * @param stopping ends the work; the next run loads what is missing
 * @returns the SIS that have got their past
 */
export async function fillDemo(adminUrl: string, stopping: AbortSignal): Promise<string[]> {
  const client = await connectAsOwner(adminUrl)
  // A broken connection is reported by the statement that it interrupts.
  client.on('error', () => undefined)
  // PostgreSQL rolls back what a lost client has begun.
  const leave = () => void client.end()
  stopping.addEventListener('abort', leave)
  try {
    const filled: string[] = []
    for (const { key } of demoSis) {
      stopping.throwIfAborted()
      await client.query('begin')
      // Also keeps a second program from loading it twice: that one waits here, and finds no row.
      const { rows } = await client.query<{ jour: string }>(
        'delete from request.remplissages where sis_key = $1 returning jour::text',
        [key],
      )
      if (rows[0] !== undefined) {
        await client.query("select set_config('demo.today', $1, true)", [rows[0].jour])
        await loadHistory(client, 'past', () => stopping.throwIfAborted(), { keys: [key] })
        filled.push(key)
      }
      await client.query('commit')
    }
    return filled
  } finally {
    stopping.removeEventListener('abort', leave)
    await client.end()
  }
}

/** Fills the demo in the background until the program stops. */
export function startFilling({ log, started }: Setting, adminUrl: string): void {
  const filling = fillPatiently(adminUrl, started.stopping).then(
    (sis) => sis.length > 0 && log.info({ sis }, 'demo filled'),
    (error: unknown) =>
      started.stopping.aborted ||
      log.error({ err: error }, 'the past of the demo is missing: it is loaded at the next start'),
  )
  started.add(filling, (each) => each)
}

// The request of a user may hold what the past needs, and the database may be lost for a moment.
async function fillPatiently(adminUrl: string, stopping: AbortSignal): Promise<string[]> {
  for (let left = TRIES - 1; ; left -= 1)
    try {
      return await fillDemo(adminUrl, stopping)
    } catch (error) {
      if (stopping.aborted || left === 0) throw error
      await pause(PAUSE_MS, undefined, { signal: stopping })
    }
}

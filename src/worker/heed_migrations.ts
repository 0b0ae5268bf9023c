import type { Pool, PoolClient } from 'pg'

/** Where graphile-worker is told that its schema has changed. */
const CHANNEL = 'worker:migrate'

/**
 * Lets a breaking migration of the queue through to graphile-worker, which then ends its runners, only where the queue has one more
 * than now: whoever has a login of the database, as analysts have, can say on that channel what he likes. For a pool without connections.
 */
export function heedMigrations(pool: Pool): void {
  pool.on('connect', (client) => guard(client, async () => (await lastBreaking(pool)) > (await known)))
  const known = lastBreaking(pool)
  // A queue that is not there yet is for others to tell.
  known.catch(() => undefined)
}

async function lastBreaking(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    'select coalesce(max(id), 0) as id from graphile_worker.migrations where breaking',
  )
  return rows[0]?.id ?? 0
}

function guard(client: PoolClient, isTrue: () => Promise<boolean>): void {
  const emit = client.emit.bind(client)
  let asking = false
  client.emit = (event: string | symbol, ...args: unknown[]): boolean => {
    if (event !== 'notification' || !isAboutMigrations(args[0])) return emit(event, ...args)
    // One question at a time, however often it is said.
    if (asking) return true
    asking = true
    isTrue()
      // Where the database does not answer, the runners learn that by themselves.
      .catch(() => false)
      .then((heeded) => {
        asking = false
        if (heeded) emit(event, ...args)
      })
    return true
  }
}

function isAboutMigrations(message: unknown): boolean {
  return (
    typeof message === 'object' && message !== null && 'channel' in message && message.channel === CHANNEL
  )
}

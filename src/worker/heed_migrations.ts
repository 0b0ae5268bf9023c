import type { Pool, PoolClient } from 'pg'

/** The channel on which graphile-worker hears that its schema has changed. */
const CHANNEL = 'worker:migrate'

/**
 * Passes a breaking migration on to graphile-worker, which then ends its runners, only if the queue really
 * has a new migration. Anybody with a login, analysts too, can notify on this channel. For a pool without
 * connections.
 */
export function heedMigrations(pool: Pool): void {
  pool.on('connect', (client) => guard(client, async () => (await lastBreaking(pool)) > (await known)))
  const known = lastBreaking(pool)
  // If the queue does not exist yet, others report it.
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
    // One query at a time, however many notifications come.
    if (asking) return true
    asking = true
    isTrue()
      // If the database does not answer, the runners notice it themselves.
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

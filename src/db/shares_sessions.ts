import pg from 'pg'
import { connect } from './connect.ts'

// Transactions of others that run meanwhile: a pooler with one connection left lets the second wait.
const OTHERS = 2
const ANSWER_MS = 5_000

/**
 * Whether a pooler at this address gives each transaction another session, as PgBouncer does in transaction mode:
 * statements that were prepared, and channels that were listened to, are then those of others.
 * @throws the error of `unreachable`, except for a login that is refused
 */
export async function sharesSessions(url: string): Promise<boolean> {
  const clients: pg.Client[] = []
  const open = async () => {
    const client = await connect(url, { answerMs: ANSWER_MS })
    client.on('error', () => undefined)
    clients.push(client)
    return client
  }
  try {
    const client = await open()
    const first = await backendOf(client)
    // A pooler names processes of its own, with which it cancels statements.
    if ('processID' in client && client.processID === first) return false
    for (let n = 0; n < OTHERS; n += 1) {
      const other = await open()
      // PgBouncer hands out the session that was used last.
      await other.query('begin')
      await backendOf(other)
      if ((await backendOf(client)) !== first) return true
    }
    return false
  } catch (error) {
    // The other transaction holds the only session.
    if (clients.length > 1) return true
    if (refusesLogin(error)) return false
    throw error
  } finally {
    for (const each of clients) void each.end().catch(() => undefined)
  }
}

// The next connection says so, with the remedy.
function refusesLogin(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof pg.DatabaseError && /^28/.test(cause.code ?? '')
}

async function backendOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_catalog.pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { errorText } from '../text/error_text.ts'
import { unreachable } from './connect.ts'
import { newClient } from './new_client.ts'

/** How long to wait for a database, and what to call meanwhile. */
interface Patience {
  seconds: number
  /** Ends the wait when it is aborted. */
  signal: AbortSignal
  /** Called with the reason, at once and every few seconds. */
  onWait: (reason: string) => void
}

const EVERY_MS = 500
const SAY_EVERY_MS = 5_000
const CONNECT_MS = 5_000

/**
 * Waits until a database takes connections, so that a server may start together with its database. Does not wait for
 * a database that refuses the password or the name: the next connection reports that.
 * @throws the error of `unreachable` when the time is over.
 */
export async function awaitDatabase(url: string, { seconds, signal, onWait }: Patience): Promise<void> {
  const end = Date.now() + seconds * 1000
  let said = Number.NEGATIVE_INFINITY
  for (;;) {
    const fault = await knock(url)
    if (fault === null) return
    if (signal.aborted || Date.now() >= end) throw unreachable(fault)
    if (Date.now() - said >= SAY_EVERY_MS) {
      said = Date.now()
      onWait(errorText(fault).trim())
    }
    await wait(EVERY_MS, undefined, { signal }).catch(() => undefined)
  }
}

// The reason why there is no session yet; null once the database answers, whatever the answer. PgBouncer welcomes clients
// also while it reaches no server: only a statement shows that.
async function knock(url: string): Promise<unknown> {
  const client = newClient({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select')
    return null
  } catch (error) {
    return comes(error) ? error : null
  } finally {
    await client.end().catch(() => undefined)
  }
}

// Whether the database may come: it is starting, stopping or full (57P03 cannot_connect_now and related codes, 53300
// too_many_connections), or PgBouncer does not reach it (08P01, as of a wrong password, which is for the next to report).
function comes(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return true
  return /^(08|57P|53)/.test(error.code ?? '') && !/authentication failed|no such/.test(error.message)
}

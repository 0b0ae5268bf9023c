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

// Why there is no connection yet; null once the database answers, whatever the answer.
async function knock(url: string): Promise<unknown> {
  const client = newClient({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return null
  } catch (error) {
    // Starting, stopping or full: 57P03 cannot_connect_now and related codes, 53300 too_many_connections.
    const comes = error instanceof pg.DatabaseError ? /^(57P|53)/.test(error.code ?? '') : true
    return comes ? error : null
  } finally {
    await client.end().catch(() => undefined)
  }
}

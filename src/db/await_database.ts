import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { errorText } from '../text/error_text.ts'
import { unreachable } from './connect.ts'

/** How long to wait for a database, and who is told. */
export interface Patience {
  seconds: number
  /** Given up when aborted. */
  signal: AbortSignal
  /** Told why, at first and every few seconds. */
  onWait: (reason: string) => void
}

const EVERY_MS = 500
const SAY_EVERY_MS = 5_000
const CONNECT_MS = 5_000

/**
 * Waits until a database takes connections: a server that starts together with it must not end because it was faster. A database
 * that answers and refuses (password, name) is not waited for: its refusal is for whoever connects next to explain.
 * @throws as `unreachable` has it, when it does not come in time.
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

// Why no connection comes about yet; null once the database answers, whatever it says.
async function knock(url: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return null
  } catch (error) {
    // Starting, stopping, or full: 57P03 cannot_connect_now and its kin, 53300 too_many_connections.
    const comes = error instanceof pg.DatabaseError ? /^(57P|53)/.test(error.code ?? '') : true
    return comes ? error : null
  } finally {
    await client.end().catch(() => undefined)
  }
}

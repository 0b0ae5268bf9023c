import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { unreachable } from './connect.ts'
import { type EmbeddedOptions, findEmbedded, startEmbedded } from './embedded.ts'
import { DirectoryInUse } from './embedded_lock.ts'
import { newClient } from './new_client.ts'

/** A connection to an embedded PostgreSQL, as its superuser. The server runs for as long as the connection. */
interface Joined {
  client: pg.Client
  /** Ends the connection, and the server if it was started for this connection. */
  leave(): Promise<void>
}

// How long a program that is starting or stopping may hold the directory without a server to join.
const joinSeconds = 30

/**
 * Joins the embedded PostgreSQL that another program runs in a directory, or starts it. Opens one connection only: a
 * server that was started for another command may be about to stop, when it waits for open connections and accepts no
 * others.
 * @throws like startEmbedded.
 */
export async function joinEmbedded(options: EmbeddedOptions): Promise<Joined> {
  const deadline = Date.now() + joinSeconds * 1000
  while (true) {
    const joined = await tryJoin(options, Date.now() > deadline)
    if (joined !== undefined) return joined
    await pause(100)
  }
}

async function tryJoin(options: EmbeddedOptions, impatient: boolean): Promise<Joined | undefined> {
  const server = await startEmbedded({ ...options, patient: true }).catch((error: unknown) => {
    if (!(error instanceof DirectoryInUse) || impatient) throw error
    return findEmbedded(options)
  })
  if (server === undefined) return undefined
  // The statement that a broken connection interrupts reports the error.
  const client = newClient(server.adminUrl).on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    await server.stop()
    if (isStopping(error)) return undefined
    throw unreachable(error)
  }
  return { client, leave: () => client.end().then(server.stop) }
}

function isStopping(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return ['57P03', 'ECONNREFUSED', 'ECONNRESET'].includes(String(code))
}

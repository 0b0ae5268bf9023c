import { setTimeout as wait } from 'node:timers/promises'
import { refusals } from '../errors.ts'
import { type Asked, callFunction, type Database, statement } from '../operations.ts'

const PATIENCE_MS = 10_000
const INTERVAL_MS = 100
const ask = statement('ask_releve', [])
const state = statement('get_releve_state', ['asked'])

/** With `force`, has the mailboxes that serve the SIS read first. @throws 502 when one cannot be, within 10 s. */
export async function pollMailboxes(database: Database, { caller, query }: Asked): Promise<void> {
  if (query.force !== true) return
  const asked: unknown = JSON.parse((await callFunction(database, ask, caller, [])) ?? 'null')
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await wait(INTERVAL_MS)) {
    const found: unknown = JSON.parse((await callFunction(database, state, caller, [asked])) ?? 'null')
    if (found === 'faite') return
    if (found === 'echec') break
  }
  throw refusals.mailServerUnreachable()
}

import { refusals } from '../errors.ts'
import { type Ears, hear } from '../live/listener.ts'
import { callFunction, type Handler } from '../operations.ts'
import { statement } from '../statements.ts'

const PATIENCE_MS = 10_000
// The database notifies the end of a relève; this interval is for a missed notification.
const BACKSTOP_MS = 1_000
const ask = statement('ask_releve', [])
const state = statement('get_releve_state', ['demandes'])

/**
 * With `force`, first reads the mailboxes that serve the SIS. Requests that come meanwhile share one relève.
 * @throws 502 when a mailbox cannot be read within 10 s; at once when the failure is known
 */
export function askReleve(listener: Ears, patienceMs = PATIENCE_MS): NonNullable<Handler['before']> {
  return async (database, { caller, query }) => {
    if (query.force !== true) return
    const asked = (await callFunction(database, ask, caller, [])) ?? '{}'
    const ids = Object.keys(JSON.parse(asked))
    if (ids.length === 0) return
    for (const end = Date.now() + patienceMs; ; ) {
      // Listen first, then look: a relève that ends in between is not missed.
      const heard = hear(
        listener,
        'caserne_releve_finie',
        ids,
        Math.max(0, Math.min(BACKSTOP_MS, end - Date.now())),
      )
      const found: unknown = JSON.parse((await callFunction(database, state, caller, [asked])) ?? 'null')
      if (found === 'faite') return
      if (found === 'echec' || Date.now() >= end) throw refusals.mailServerUnreachable()
      await heard
    }
  }
}

import { z } from 'zod'
import { lossOf } from '../../db/connection_errors.ts'
import { query } from '../../db/pool.ts'
import type { Caller } from '../admission/caller.ts'
import type { Databases } from '../cells/databases.ts'
import { awaitNotification, type Channel, type Notifications } from '../live/listener.ts'
import { callFunction } from '../operation/call_function.ts'
import type { Database } from '../operation/database.ts'
import type { Handler } from '../operation/handler.ts'
import { type Call, statement } from '../operation/statements.ts'
import { refusals } from '../refusals/errors.ts'
import { followTrace } from '../watch/follow_trace.ts'

const PATIENCE_MS = 10_000
// The database notifies what is waited for; this interval is for a missed notification.
const BACKSTOP_MS = 1_000
const ask = statement('ask_releve', [])
const state = statement('get_releve_state', ['demandes'])
const arrival = statement('has_reports', ['reports'])

/** Instants of the requests by mailbox (jobs.ask_releves_of). */
type Demandes = Record<string, string>
const State = z.enum(['faite', 'en_cours', 'echec'])
type State = z.infer<typeof State>
// The answer of api.get_releve_instance_state.
const InstanceState = z.object({ etat: State, reports: z.array(z.string()) })

/**
 * With `force`, first reads the mailboxes that serve the SIS. Requests that come meanwhile share one relève. The
 * instance's mailbox is read where the accounts are kept: a SIS of another cell waits until its alarms have arrived.
 * @throws 502 when a mailbox cannot be read within 10 s; at once when the failure is known
 */
export function askReleve(
  listener: Notifications,
  databases: Pick<Databases, 'accountsFor'>,
  patienceMs = PATIENCE_MS,
): NonNullable<Handler['before']> {
  return async (database, { caller, query: { force } }) => {
    if (force !== true) return
    const wait = new Wait(listener, Date.now() + patienceMs)
    const call = async (called: Call, ...values: unknown[]): Promise<unknown> =>
      JSON.parse((await callFunction(database, called, caller, values)) ?? 'null')
    // Refuses the caller before the accounts are asked.
    const demandes = ((await call(ask)) ?? {}) as Demandes
    const accounts = databases.accountsFor(caller.sisKey)
    // While they are away, nobody reads the instance's mailbox.
    if (accounts === 'away') throw refusals.mailServerUnreachable()
    const isAsked = Object.keys(demandes).length > 0
    const look = async () => State.parse(await call(state, JSON.stringify(demandes)))
    const reading = isAsked ? wait.untilRead(demandes, look) : Promise.resolve()
    if (accounts === null) return await reading
    const [, reports] = await Promise.all([reading, readInstance(wait, accounts, caller)])
    await wait.until('caserne_alarmes', [caller.sisKey ?? ''], async () =>
      (await call(arrival, reports)) === true ? 'faite' : 'en_cours',
    )
  }
}

// Reads the instance's mailbox where the accounts are. @returns the mails whose alarms the SIS then must have
async function readInstance(wait: Wait, { pool }: Database, { sisKey }: Caller): Promise<string[]> {
  const asked = async (text: string, values: unknown[]): Promise<unknown> => {
    const limited = { ...followTrace({ text, values }), query_timeout: Math.max(1, wait.leftMs) }
    const { rows } = await query<{ answer: unknown }>(pool, limited, 'harmless').catch((error: unknown) => {
      throw lossOf(error) === null ? error : refusals.mailServerUnreachable()
    })
    return rows[0]?.answer
  }
  const demandes = (await asked('select api.ask_releve_instance() as answer', [])) as Demandes
  let reports: string[] = []
  await wait.untilRead(demandes, async () => {
    const values = [JSON.stringify(demandes), sisKey]
    const found = InstanceState.parse(
      await asked('select api.get_releve_instance_state($1, $2) as answer', values),
    )
    reports = found.reports
    return found.etat
  })
  return reports
}

// Waits within the patience of one request.
class Wait {
  readonly #listener: Notifications
  readonly #end: number

  constructor(listener: Notifications, end: number) {
    this.#listener = listener
    this.#end = end
  }

  get leftMs(): number {
    return Math.max(0, this.#end - Date.now())
  }

  /** Looks until the relèves are done. */
  untilRead(demandes: Demandes, look: () => Promise<State>): Promise<void> {
    return this.until('caserne_releve_finie', Object.keys(demandes), look)
  }

  /**
   * Looks until it is done, whenever one of these payloads is heard.
   * @throws 502 when it has failed, or is not done in time
   */
  async until(channel: Channel, payloads: string[], look: () => Promise<State>): Promise<void> {
    for (;;) {
      // Listen first, then look: what ends in between is not missed.
      const heard = awaitNotification(this.#listener, channel, payloads, Math.min(BACKSTOP_MS, this.leftMs))
      const found = await look()
      if (found === 'faite') return
      if (found === 'echec' || this.leftMs === 0) throw refusals.mailServerUnreachable()
      await heard
    }
  }
}

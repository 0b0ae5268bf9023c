import { setTimeout as pause } from 'node:timers/promises'
import type { QueryResultRow } from 'pg'
import { z } from 'zod'
import { query } from '../../db/pool.ts'
import type { Database, Databases } from '../cells/databases.ts'
import { refusals } from '../errors.ts'
import { type Ears, hear } from '../live/listener.ts'
import { callFunction, type Handler } from '../operations.ts'
import { type Call, statement } from '../statements.ts'

const PATIENCE_MS = 10_000
// The database notifies the end of a relève; this interval is for a missed notification.
const BACKSTOP_MS = 1_000
// Nobody notifies that a report has reached another cell and become an alarm.
const ARRIVAL_MS = 50
const ask = statement('ask_releve', [])
const state = statement('get_releve_state', ['demandes'])
const arrival = statement('has_rapports', ['rapports'])

/** What jobs.ask_releves_of has asked for. */
type Asked = Record<string, string>
const State = z.enum(['faite', 'en_cours', 'echec'])
// The answer of api.get_releve_instance_state.
const There = z.object({ etat: State, rapports: z.array(z.number()) })

/**
 * With `force`, first reads the mailboxes that serve the SIS. Requests that come meanwhile share one relève. The
 * instance's mailbox is read where the accounts are kept: a SIS of another cell waits until its alarms have arrived.
 * @throws 502 when a mailbox cannot be read within 10 s; at once when the failure is known
 */
export function askReleve(
  listener: Ears,
  databases: Pick<Databases, 'instanceOf'>,
  patienceMs = PATIENCE_MS,
): NonNullable<Handler['before']> {
  return async (database, { caller, query: { force } }) => {
    if (force !== true) return
    const end = Date.now() + patienceMs
    const call = async (function_: Call, ...values: unknown[]): Promise<unknown> =>
      JSON.parse((await callFunction(database, function_, caller, values)) ?? 'null')
    const heard = (asked: Asked) => (leftMs: number) =>
      hear(listener, 'caserne_releve_finie', Object.keys(asked), Math.min(BACKSTOP_MS, leftMs))

    // This one also checks the caller.
    const asked = ((await call(ask)) ?? {}) as Asked
    const instance = databases.instanceOf(caller.sisKey)
    const there = instance && (await askInstance(instance))
    if (Object.keys(asked).length > 0)
      await until(end, heard(asked), async () => State.parse(await call(state, JSON.stringify(asked))))
    if (instance === null || there === null) return
    let rapports: number[] = []
    await until(end, heard(there), async () => {
      const found = await lookAtInstance(instance, there, caller.sisKey)
      rapports = found.rapports
      return found.etat
    })
    await until(
      end,
      (leftMs) => pause(Math.min(ARRIVAL_MS, leftMs)),
      async () => ((await call(arrival, rapports)) === true ? 'faite' : 'en_cours'),
    )
  }
}

// Looks again and again, until it is done. It begins to wait, then looks: what ends in between is not missed.
async function until(
  end: number,
  wait: (leftMs: number) => Promise<unknown>,
  look: () => Promise<z.infer<typeof State>>,
): Promise<void> {
  for (;;) {
    const waited = wait(Math.max(0, end - Date.now()))
    const found = await look()
    if (found === 'faite') return
    if (found === 'echec' || Date.now() >= end) throw refusals.mailServerUnreachable()
    await waited
  }
}

async function askInstance(database: Database): Promise<Asked> {
  const { rows } = await atInstance<{ asked: Asked }>(database, 'select api.ask_releve_instance() as asked')
  return rows[0]?.asked ?? {}
}

async function lookAtInstance(
  database: Database,
  asked: Asked,
  sisKey: string | null,
): Promise<z.infer<typeof There>> {
  const text = 'select api.get_releve_instance_state($1, $2) as there'
  const { rows } = await atInstance<{ there: unknown }>(database, text, [JSON.stringify(asked), sisKey])
  return There.parse(rows[0]?.there)
}

// While the accounts are away, the instance's mailbox is read by nobody.
function atInstance<Row extends QueryResultRow>({ pool }: Database, text: string, values: unknown[] = []) {
  return query<Row>(pool, { text, values }, 'harmless').catch(() => {
    throw refusals.mailServerUnreachable()
  })
}

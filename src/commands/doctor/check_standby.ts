import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { newClient } from '../../db/new_client.ts'
import type { Check } from './check.ts'
import { type Finding, fault, ok, warning } from './finding.ts'

const CONNECT_MS = 5_000
const LOOK_MS = 20

interface State {
  standby: boolean
  /** Identifier of the cluster: the same for a primary and its standbys, and for no other. */
  identifier: string
  name: string
  /** Bytes of the write-ahead log: what a primary has committed, or what a standby shows. */
  position: string
  receives: boolean
  paused: boolean
}

const state = `
  select r.standby, s.system_identifier::text as identifier, pg_catalog.current_database() as name,
         (case when r.standby then pg_catalog.pg_last_wal_replay_lsn() else pg_catalog.pg_current_wal_flush_lsn() end
           - '0/0'::pg_lsn)::text as position,
         exists (select from pg_catalog.pg_stat_wal_receiver) as receives,
         case when r.standby then pg_catalog.pg_is_wal_replay_paused() else false end as paused
    from (select pg_catalog.pg_is_in_recovery() as standby) r, pg_catalog.pg_control_system() s`

/** The standby of READ_DATABASE_URL: whether it is one of this database, and whether it keeps up. */
export const checkStandby: Check = {
  name: 'standby',
  needs: 'database',
  examine: async ({ config: { READ_DATABASE_URL, READ_LAG_SECONDS }, database }) => {
    if (READ_DATABASE_URL === undefined) return []
    const client = newClient({
      connectionString: READ_DATABASE_URL,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: CONNECT_MS,
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
    } catch {
      // checkAddresses tells why.
      return []
    }
    try {
      return [await compare(database, client, READ_LAG_SECONDS)]
    } finally {
      await client.end().catch(() => undefined)
    }
  },
}

async function compare(database: pg.Client, client: pg.Client, seconds: number): Promise<Finding> {
  const here = await ask(database)
  const there = await ask(client)
  if (here.identifier !== there.identifier || here.name !== there.name)
    return fault(
      'READ_DATABASE_URL mène à une autre base que les autres adresses : on y lirait autre chose',
      'Indiquez l’adresse d’un standby de cette base.',
    )
  if (!there.standby)
    return warning(
      'READ_DATABASE_URL : ce serveur n’est pas un standby',
      'Indiquez l’adresse d’un standby, ou aucune.',
    )
  const ms = await reach(client, BigInt(here.position), seconds * 1_000)
  if (ms !== null) return ok(`un standby de cette base, à jour en ${ms} ms`)
  const reason = there.paused ? 'il est en pause' : there.receives ? 'il est lent' : 'il ne reçoit rien'
  return warning(
    `le standby est en retard de plus de ${seconds} s (READ_LAG_SECONDS), ${reason} : le primaire répond à sa place`,
    there.paused
      ? 'Relancez-le : select pg_wal_replay_resume();'
      : 'Voyez le journal du standby, son réseau et son disque.',
  )
}

// How many ms a standby takes to show a position; null: longer than it has.
async function reach(client: pg.Client, position: bigint, limit: number): Promise<number | null> {
  const begun = performance.now()
  for (;;) {
    const { position: seen } = await ask(client)
    const ms = performance.now() - begun
    if (BigInt(seen) >= position) return Math.round(ms)
    if (ms > limit) return null
    await pause(LOOK_MS)
  }
}

async function ask(client: pg.Client): Promise<State> {
  const { rows } = await client.query<State>(state)
  if (rows[0] === undefined) throw new Error('no state')
  return rows[0]
}

import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { withRole } from '../../src/db/migrate.ts'
import { type OwnPostgres, startOwnPostgres } from '../faults/own_postgres.ts'
import { type Standby, startStandby } from '../faults/standby.ts'
import type { TestDatabase } from '../support/database.ts'

/** A primary with a hot standby, for one test file. */
interface Pair {
  /** The addresses of the standby; `as` connects to the primary, where tests prepare rows. */
  database: TestDatabase
  primary(): OwnPostgres
  standby(): Standby
}

/** Starts a primary and its standby for one test file. */
export function usePair(): Pair {
  const started: { primary?: OwnPostgres; standby?: Standby } = {}
  const clients = new Map<string, Promise<pg.Client>>()
  const get = <K extends keyof typeof started>(name: K) => {
    const found = started[name]
    if (found === undefined) throw new Error(`the ${name} is not started yet`)
    return found as NonNullable<(typeof started)[K]>
  }
  beforeAll(async () => {
    started.primary = await startOwnPostgres()
    started.standby = await startStandby(started.primary)
  })
  afterAll(async () => {
    for (const client of clients.values()) await (await client).end()
    await started.standby?.remove()
    await started.primary?.remove()
  })
  const connect = async (role: string) => {
    const { admin } = get('primary').urls
    const client = new pg.Client(role === 'owner' ? withRole(admin, 'caserne_owner') : admin)
    client.on('error', () => undefined)
    await client.connect()
    return client
  }
  return {
    primary: () => get('primary'),
    standby: () => get('standby'),
    database: {
      name: 'faults',
      get urls() {
        const { admin, auth, api, worker } = get('primary').urls
        const at = (url: string) => get('standby').at(url)
        return { admin: at(admin), auth: at(auth), api: at(api), worker: at(worker) }
      },
      as: (role) => {
        const client = clients.get(role) ?? connect(role)
        clients.set(role, client)
        return client
      },
    },
  }
}

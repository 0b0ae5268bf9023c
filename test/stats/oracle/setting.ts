import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { type GraphqlApi, useGraphql } from '../../http/graphql_fixture.ts'
import { allPermissions } from '../../support/table.ts'
import { makeSis } from '../../support/users.ts'
import type { Sql } from './plant.ts'

/** The SIS that are counted; `hs` is the one that the first analyst sees. */
export const keys = ['hs', 'test', 'tiers']

/** Logins of the database that read figures. */
interface Readers {
  /** Granted `hs`. */
  one: pg.Client
  /** Granted `hs` and `test`. */
  two: pg.Client
  national: pg.Client
}

/** Servers, three SIS, and the readers of figures, for one test file. */
interface Setting extends GraphqlApi {
  readers: Readers
  /** Runs work in a SIS as the owner, in one transaction. */
  within(sis: string, work: (sql: Sql) => Promise<void>): Promise<void>
  /** Deletes the counted rows, without cascades and triggers. */
  clear(): Promise<void>
}

/** Starts the setting. */
export function useSetting(): Setting {
  const api = useGraphql()
  const readers = {} as Readers
  const logins: string[] = []
  beforeAll(async () => {
    await makeSis(api.database, 'tiers', 'SIS Tiers')
    const lists = `
      with v as (insert into app.vehicules (designation) select 'Véhicule ' || n from generate_series(1, 3) as n),
           m as (insert into app.materiels (designation) select 'Matériel ' || n from generate_series(1, 3) as n)
      insert into app.sapeurs (nom, prenom) select 'Oracle ' || n, 'Ida' from generate_series(1, 12) as n`
    for (const sis of keys) await api.sql(lists, [], sis)
    readers.one = await login(api, logins, 'caserne_analyst', ['hs'])
    readers.two = await login(api, logins, 'caserne_analyst', ['hs', 'test'])
    readers.national = await login(api, logins, 'caserne_national', [])
  }, 60_000)
  afterAll(async () => {
    for (const client of Object.values(readers)) await client.end()
    const admin = await api.database.as('admin')
    for (const name of logins) await admin.query(`drop role ${name}`)
  })
  return {
    ...api,
    readers,
    within: async (sis, work) => {
      const owner = await api.database.as('owner')
      await owner.query('begin')
      try {
        await owner.query('select request.open(null, $1, $2, null)', [sis, allPermissions])
        await work((text, values) => owner.query(text, values))
        await owner.query('commit')
      } catch (error) {
        await owner.query('rollback')
        throw error
      }
    },
    clear: async () => {
      const admin = await api.database.as('admin')
      await admin.query(cleared)
    },
  }
}

// A login of the cluster, named after the database of this file.
async function login(
  { database }: GraphqlApi,
  logins: string[],
  group: string,
  sis: string[],
): Promise<pg.Client> {
  const admin = await database.as('admin')
  const name = `${database.name}_${logins.length}`
  await admin.query(`create role ${name} login password 'oracle' in role ${group}`)
  logins.push(name)
  await admin.query('insert into auth.analystes (sis_key, login) select unnest($1::text[]), $2', [sis, name])
  const url = Object.assign(new URL(database.urls.api), { username: name, password: 'oracle' })
  const client = new pg.Client(url.href)
  await client.connect()
  return client
}

const tables = [
  'intervention_phases',
  'intervention_sapeurs',
  'intervention_vehicules',
  'intervention_materiels',
  'alarmes',
  'interventions',
  'exercice_sapeurs',
  'exercices',
  'exercices_comptables',
]
// Like a replica: neither cascades nor triggers run.
const cleared = `
  set session_replication_role = replica;
  ${tables.map((table) => `delete from app.${table};`).join('\n  ')}
  delete from audit.journal;
  set session_replication_role = origin`

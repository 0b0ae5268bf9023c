import type pg from 'pg'
import { expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../support/database.ts'
import { allPermissions } from '../support/table.ts'

const database = useDatabase()

const readable = `
  select 'app.' || relname as name
    from pg_class
   where relnamespace = 'app'::regnamespace
     and relkind in ('r', 'p')
   order by relname`

/** Tables that show a role at least one row. */
async function tablesWithRows(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(readable)
  expect(rows.length).toBeGreaterThan(20)
  const counts = rows.map(({ name }) => `select '${name}' as name, count(*)::integer as n from ${name}`)
  const found = await client.query(
    `select name from (${counts.join(' union all ')}) t where n > 0 order by name`,
  )
  return found.rows.map((row) => row.name)
}

const shared = [
  'app.intervention_traitements',
  'app.localites',
  'app.phase_types',
  'app.stat_federal',
  'app.stat_intervention',
  'app.telephone_types',
]
const forEveryoneInTheSis = [
  'app.exercices_comptables',
  'app.fonctions',
  'app.grades',
  'app.groupes',
  'app.sis',
  'app.types_intervention',
]

it('shows the data server no row of any table before a request is opened', async () => {
  expect(await tablesWithRows(await database.as('api'))).toEqual([])
})

it('shows no row either once a request is over and its settings are empty texts', async () => {
  const api = await database.as('api')
  await asSomeone(api, { sis: 'hs', permissions: allPermissions }, async () => {
    expect(await tablesWithRows(api)).toContain('app.sapeurs')
  })
  const { rows } = await api.query("select current_setting('request.sis_key', true) as key")
  expect(rows).toEqual([{ key: '' }])
  expect(await tablesWithRows(api)).toEqual([])
})

it('shows the owner nothing outside a request: the policies are forced on him too', async () => {
  const owner = await database.as('owner')
  expect(await tablesWithRows(owner)).toEqual([])
})

it('shows to settings forged by hand, without permissions, what everyone in the SIS may see', async () => {
  const api = await database.as('api')
  await api.query('begin')
  await api.query("select set_config('request.sis_key', 'hs', true)")
  expect(await tablesWithRows(api)).toEqual([...forEveryoneInTheSis, ...shared].sort())
  await api.query('rollback')
})

it('shows to a forged * or % nothing but what all SIS share', async () => {
  const api = await database.as('api')
  for (const key of ['*', '%', 'hs,test', 'HS', ' hs']) {
    await asSomeone(api, { sis: key, permissions: allPermissions }, async () => {
      expect(await tablesWithRows(api)).toEqual(shared)
    })
  }
})

it('shows nothing of permissions without a SIS', async () => {
  const api = await database.as('api')
  await asSomeone(api, { sis: null, permissions: allPermissions, sapeur: 1 }, async () => {
    expect(await tablesWithRows(api)).toEqual([])
  })
})

it('shows the authentication server and the worker no table of app, and no account', async () => {
  for (const role of ['auth', 'worker'] as const) {
    const client = await database.as(role)
    await expect(client.query('select count(*) from app.localites')).rejects.toMatchObject({ code: '42501' })
    await expect(client.query('select count(*) from auth.users')).rejects.toMatchObject({ code: '42501' })
  }
})

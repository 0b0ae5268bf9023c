import type pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { readTables } from '../../src/db/schema/tables/read_tables.ts'
import { asSomeone, useDatabase } from '../support/database.ts'
import { readSources } from '../support/sources.ts'
import { allPermissions, plant } from '../support/table.ts'

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
  expect(rows.length).toBeGreaterThan(40)
  const counts = rows.map(({ name }) => `select '${name}' as name, count(*)::integer as n from ${name}`)
  const found = await client.query(
    `select name from (${counts.join(' union all ')}) t where n > 0 order by name`,
  )
  return found.rows.map((row) => row.name)
}

const shared = [...readTables().values()].filter(({ kind }) => kind === 'shared').map(({ table }) => table)
const forEveryoneInTheSis = [
  'app.excuses_types',
  'app.exercice_categories',
  'app.exercices_comptables',
  'app.fonctions',
  'app.grades',
  'app.groupes',
  'app.heure_exercice_types',
  'app.localites_sis',
  'app.mission_types',
  'app.permis_types',
  'app.sis',
  'app.sis_logos',
  'app.telephones_utiles',
  'app.types_intervention',
]

// The demo has no logo, and leaves some lists empty.
beforeAll(async () => {
  await plant(
    database,
    `insert into app.localites_sis (localite_id) select id from app.localites on conflict do nothing;
     insert into app.telephones_utiles (nom, numero) values ('Centre antipoison', '145');
     insert into app.sis_logos (type, image) values ('image/png', '\\x89') on conflict do nothing`,
  )
})

it('no table shows the data server a row before a request is opened', async () => {
  expect(await tablesWithRows(await database.as('api'))).toEqual([])
})

it('no table shows a row once a request is over and its settings are empty texts', async () => {
  const api = await database.as('api')
  await asSomeone(api, { sis: 'hs', permissions: allPermissions }, async () => {
    expect(await tablesWithRows(api)).toContain('app.sapeurs')
  })
  const { rows } = await api.query("select current_setting('request.sis_key', true) as key")
  expect(rows).toEqual([{ key: '' }])
  expect(await tablesWithRows(api)).toEqual([])
})

it('no table shows the owner a row outside a request: the policies are forced on them too', async () => {
  const owner = await database.as('owner')
  expect(await tablesWithRows(owner)).toEqual([])
})

it('settings forged by hand, without permissions, show what everyone in the SIS may see', async () => {
  const api = await database.as('api')
  await api.query('begin')
  await api.query("select set_config('request.sis_key', 'hs', true)")
  expect(await tablesWithRows(api)).toEqual([...forEveryoneInTheSis, ...shared].sort())
  await api.query('rollback')
})

it('a forged * or % shows only the lists that all SIS share', async () => {
  const api = await database.as('api')
  for (const key of ['*', '%', 'hs,test', 'HS', ' hs']) {
    await asSomeone(api, { sis: key, permissions: allPermissions }, async () => {
      expect(await tablesWithRows(api)).toEqual(shared)
    })
  }
})

it('permissions without a SIS show nothing', async () => {
  const api = await database.as('api')
  await asSomeone(api, { sis: null, permissions: allPermissions, sapeur: 1 }, async () => {
    expect(await tablesWithRows(api)).toEqual([])
  })
})

it('the authentication server and the worker see no table of app, and no account', async () => {
  for (const role of ['auth', 'worker'] as const) {
    const client = await database.as(role)
    await expect(client.query('select count(*) from app.localites')).rejects.toMatchObject({ code: '42501' })
    await expect(client.query('select count(*) from auth.users')).rejects.toMatchObject({ code: '42501' })
  }
})

it('every table has a test of who reads and writes it', async () => {
  const { rows } = await (await database.as('admin')).query<{ name: string }>(readable)
  const asked = [...readSources(['test/app'], ['.test.ts']).values()].join()
  expect(rows.filter(({ name }) => !asked.includes(`'${name.replace('app.', '')}'`))).toEqual([])
})

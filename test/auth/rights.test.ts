import { expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'

const database = useDatabase()

async function tables(schemas: string[]): Promise<string[]> {
  const admin = await database.as('admin')
  const { rows } = await admin.query(
    `select format('%I.%I', n.nspname, c.relname) as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any ($1) and c.relkind in ('r', 'p', 'v', 'm') order by 1`,
    [schemas],
  )
  return rows.map(({ name }) => name)
}

const denied = { code: '42501' }

it('caserne_auth reads and writes no table at all', async () => {
  const auth = await database.as('auth')
  const all = await tables(['auth', 'app', 'jobs', 'audit', 'stats', 'graphile_worker', 'graphile_migrate'])
  expect(all).toEqual(
    expect.arrayContaining(['auth.users', 'auth.refresh_tokens', 'app.interventions', 'jobs.releves']),
  )
  for (const table of all) {
    await expect(auth.query(`select from ${table}`)).rejects.toMatchObject(denied)
    await expect(auth.query(`delete from ${table}`)).rejects.toMatchObject(denied)
  }
})

it('caserne_api and caserne_worker read and write no table of auth', async () => {
  for (const role of ['api', 'worker'] as const) {
    const client = await database.as(role)
    for (const table of await tables(['auth'])) {
      await expect(client.query(`select from ${table}`)).rejects.toMatchObject(denied)
      await expect(client.query(`delete from ${table}`)).rejects.toMatchObject(denied)
    }
  }
})

it.each([
  ['auth', ['list_sis', 'login', 'rotate_refresh_token']],
  ['api', ['check_session']],
  ['worker', []],
] as const)('caserne_%s may call these functions of auth and no others: %j', async (role, expected) => {
  const client = await database.as(role)
  const { rows } = await client.query(
    `select p.proname as name from pg_proc p
      where p.pronamespace = (select oid from pg_namespace where nspname = 'auth') and has_function_privilege(p.oid, 'execute')
      order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual(expected)
})

it.each([
  ["select auth.login('admin@example.org', 'caserne-demo', sha256('x'))"],
  ["select auth.rotate_refresh_token(sha256('x'), sha256('y'))"],
  ["select auth.verify_password('caserne-demo', '')"],
  ["select auth.hash_password('caserne-demo')"],
  ['select auth.session(1)'],
  ["select auth.create_sis('x', 'x', 'x')"],
  ["select auth.find_sis('hs')"],
])('caserne_api is refused: %s', async (statement) => {
  await expect((await database.as('api')).query(statement)).rejects.toMatchObject(denied)
})

it.each([
  ["select auth.check_session(1, now(), 'hs', '{admin}')"],
  ['select auth.session(1)'],
  ["select auth.create_sis('x', 'x', 'x')"],
  ["select request.open(1, 'hs', '{sis.config}', null)"],
  ['select api.list_interventions()'],
  ["select ext.crypt('x', ext.gen_salt('bf'))"],
  ['set role caserne_owner'],
  ['set role caserne_api'],
])('caserne_auth is refused: %s', async (statement) => {
  await expect((await database.as('auth')).query(statement)).rejects.toMatchObject(denied)
})

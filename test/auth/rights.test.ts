import { expect, it } from 'vitest'
import { readDocument } from '../../src/http/document/document.ts'
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

/** Returns false for this error. @throws any other error. */
const refusedWith = (code: string) => (error: unknown) => {
  if (Object(error).code !== code) throw error
  return false
}

it('caserne_auth reads and writes only the table in which its library counts attempts', async () => {
  const auth = await database.as('auth')
  const all = await tables(['auth', 'app', 'jobs', 'audit', 'stats', 'graphile_worker', 'graphile_migrate'])
  expect(all).toEqual(
    expect.arrayContaining(['auth.users', 'auth.refresh_tokens', 'app.interventions', 'jobs.releves']),
  )
  const open: string[] = []
  for (const table of all) {
    const reading = auth.query(`select from ${table}`)
    if (await reading.then(() => true, refusedWith(denied.code))) open.push(table)
    else await expect(auth.query(`delete from ${table}`)).rejects.toMatchObject(denied)
  }
  expect(open).toEqual(['auth.throttles'])
  await expect(auth.query('truncate auth.throttles')).rejects.toMatchObject(denied)
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

async function callable(role: 'auth' | 'api' | 'worker'): Promise<string[]> {
  const client = await database.as(role)
  const { rows } = await client.query(
    `select p.proname as name from pg_proc p
      where p.pronamespace = (select oid from pg_namespace where nspname = 'auth') and has_function_privilege(p.oid, 'execute')
      order by 1`,
  )
  return rows.map(({ name }) => name)
}

it('caserne_auth may call the functions of its operations, and these of auth besides', async () => {
  const ids = readDocument('auth').operations.map(({ id }) => id)
  const functions = await callable('auth')
  expect(functions.filter((name) => ids.includes(name)).length).toBeGreaterThan(20)
  expect(functions.filter((name) => !ids.includes(name))).toEqual([
    'ask_mail',
    'demo_users',
    'open',
    'version_after',
  ])
})

it.each([
  [
    'api',
    ['beat', 'check_session', 'check_sessions', 'demo_users', 'heard_beat', 'open_request', 'read_directory'],
  ],
  ['worker', []],
] as const)('caserne_%s may call only these functions of auth: %j', async (role, expected) => {
  expect(await callable(role)).toEqual(expected)
})

it.each([
  ["select auth.login('admin@example.org', 'caserne-demo', sha256('x'), '', 4)"],
  ["select auth.refresh_token(sha256('x'), sha256('y'))"],
  ["select auth.open(1, now(), 'hs')"],
  ["select auth.change_password('admin@example.org', 'caserne-demo', 'mot nouveau', 8, 4, null, null)"],
  ['select auth.list_users(true)'],
  ["select auth.verify_password('caserne-demo', '', 4)"],
  ["select auth.hash_password('caserne-demo')"],
  ['select auth.session(1)'],
  ["select auth.add_sis('x', 'x', 'x')"],
  ["select auth.find_sis('hs')"],
])('caserne_api is refused: %s', async (statement) => {
  await expect((await database.as('api')).query(statement)).rejects.toMatchObject(denied)
})

it.each([
  ["select auth.check_session(1, now(), 'hs', '{admin}')"],
  ['select auth.session(1)'],
  ["select auth.begin_session(1, sha256('x'), '')"],
  ["select auth.hash_password('x', 31)"],
  ["select auth.accept_invitation(sha256('x'), 1)"],
  ['select auth.end_sessions(1)'],
  ["select auth.set_admin('nouveau@example.org', true)"],
  ["select auth.grant_role('nouveau@example.org', 'hs', 'Administration')"],
  ["select auth.create_user('x', 'x@example.org', 'mot de passe', true, null, 8, 4)"],
  ["select jobs.begin_mail('{}', sha256('x'))"],
  ["select graphile_worker.add_job('send_mail')"],
  ["select auth.add_sis('x', 'x', 'x')"],
  ["select request.open(1, 'hs', '{sis.config}', null)"],
  ['select api.list_interventions()'],
  ["select ext.crypt('x', ext.gen_salt('bf'))"],
  ['set role caserne_owner'],
  ['set role caserne_api'],
])('caserne_auth is refused: %s', async (statement) => {
  await expect((await database.as('auth')).query(statement)).rejects.toMatchObject(denied)
})

it.each(['auth', 'api', 'worker'] as const)('caserne_%s creates no large object', async (role) => {
  const client = await database.as(role)
  for (const statement of ['lo_create(0)', 'lo_creat(-1)', "lo_from_bytea(0, 'x')"])
    await expect(client.query(`select ${statement}`)).rejects.toMatchObject(denied)
})

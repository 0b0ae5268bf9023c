import type pg from 'pg'
import { expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { useServers } from '../support/servers.ts'

const database = useDatabase()
const servers = useServers(database)

/** The missing guards of the database that one of our logins finds. */
async function missing(client: pg.Client): Promise<{ guard: string; sentence: string; sql: string }[]> {
  await client.query('set local role caserne_api')
  const { rows } = await client.query('select * from request.missing_guards() where login is null')
  await client.query('reset role')
  return rows
}

it.each([
  ['passwords_logged', 'alter role caserne_auth reset log_parameter_max_length'],
  ['passwords_logged', 'alter role caserne_auth set log_parameter_max_length_on_error = 100'],
  ['template1', 'grant connect on database template1 to public'],
  ['large_objects', 'grant execute on function pg_catalog.lo_create(oid) to public'],
  [
    'advisory_locks',
    'grant execute on function pg_catalog.pg_try_advisory_xact_lock_shared(bigint) to public',
  ],
  // The arguments of this function depend on the version.
  [
    'wal_messages',
    `do $$ begin
       execute format('grant execute on function %s to public',
                      (select oid::regprocedure from pg_proc where proname = 'pg_logical_emit_message' limit 1));
     end $$`,
  ],
])('names %s after %s, with the SQL that restores it', async (guard, breach) => {
  const admin = await database.as('admin')
  await admin.query('begin')
  try {
    expect(await missing(admin)).toEqual([])
    await admin.query(breach)
    const [found] = await missing(admin)
    expect(found).toMatchObject({ guard, sentence: expect.stringMatching(/^\p{Lu}.*[^.]$/u) })
    await admin.query(found?.sql ?? '')
    expect(await missing(admin)).toEqual([])
  } finally {
    await admin.query('rollback')
  }
})

it('is listed for programs of release 0.1.0 under its former name', async () => {
  const admin = await database.as('admin')
  await admin.query('begin')
  try {
    await admin.query('grant connect on database template1 to public')
    const [found] = await missing(admin)
    const { rows } = await admin.query('select * from request.missing_walls()')
    expect(rows).toEqual([{ wall: 'template1', sentence: found?.sentence, sql: found?.sql }])
  } finally {
    await admin.query('rollback')
  }
})

it('is a warning of /ready on both servers, which stay ready', async () => {
  const admin = await database.as('admin')
  await admin.query('grant execute on function pg_catalog.lo_create(oid) to public')
  for (const server of ['data', 'auth'] as const)
    for (const path of ['/ready', '/ready?read']) {
      const { status, body } = await servers[server](path)
      expect([status, body]).toEqual([
        200,
        { status: 'ok', warnings: ['Tout login peut créer de grands objets (lo_create)'] },
      ])
    }
  await admin.query('revoke execute on function pg_catalog.lo_create(oid) from public')
  // Servers keep warnings for ten seconds.
  const answer = async () => (await servers.data('/ready')).body
  await expect.poll(answer, { timeout: 30_000, interval: 500 }).toEqual({ status: 'ok' })
})

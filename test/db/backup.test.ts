import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkDrift } from '../../src/commands/doctor/check_drift.ts'
import { checkJit } from '../../src/commands/doctor/check_jit.ts'
import { checkRoles } from '../../src/commands/doctor/check_roles.ts'
import { compareListings } from '../../src/commands/doctor/compare_listings.ts'
import { examine } from '../../src/commands/doctor/examine.ts'
import type { Config } from '../../src/config.ts'
import { createAnalystLogin } from '../../src/db/analyste_login.ts'
import { bootstrap } from '../../src/db/bootstrap.ts'
import type { Embedded } from '../../src/db/embedded.ts'
import { connectAsOwner, migrate } from '../../src/db/migrate.ts'
import { listSchema } from '../../src/db/schema/list_schema.ts'
import { loadDemo } from '../../src/demo/load.ts'
import { passwords } from '../support/cluster_templates.ts'
import { binaries, postgres15Missing, runClient } from '../support/postgres15.ts'
import { cleanUp, makeDirectory, start } from './embedded_fixture.ts'

const log = pino({ level: 'silent' })

it('PostgreSQL 15 is installed for dumps, always in CI', (context) => {
  if (!process.env.CI) context.skip(postgres15Missing !== null, postgres15Missing ?? '')
  expect(postgres15Missing).toBeNull()
})

// The steps of docs/how-to/back-up-and-restore.md, from one server to another.
describe.skipIf(postgres15Missing !== null)('a dump', { timeout: 60_000 }, () => {
  const directory = makeDirectory()
  const file = (name: string) => join(directory, '..', name)
  let here: Embedded
  let there: Embedded
  const clients: pg.Client[] = []

  const connect = async (url: string) => {
    const client = new pg.Client(url)
    clients.push(client)
    await client.connect()
    return client
  }
  const dump = (login: string, ...more: string[]) =>
    runClient('pg_dump', ['-Fc', '-f', file(`${login}.dump`), ...more, here.url(login, 'essai', 'postgres')])

  beforeAll(async () => {
    ;[here, there] = await Promise.all([start(directory, { binaries }), start(makeDirectory(), { binaries })])
    await bootstrap(here.adminUrl, passwords)
    await migrate(here.adminUrl, log)
    await loadDemo(here.adminUrl, { history: false })
    const admin = await connect(here.adminUrl)
    await admin.query(
      `create role proprietaire login password 'essai' in role caserne_owner;
       create role sauvegarde login bypassrls password 'essai' in role caserne_owner`,
    )
    await createAnalystLogin(admin, { name: 'jura', password: 'essai', national: false })
    const owner = await connectAsOwner(here.adminUrl)
    clients.push(owner)
    await owner.query("select auth.grant_analyste('jura', '{hs}')")
  }, 120_000)

  afterAll(async () => {
    for (const client of clients) await client.end()
    await here?.stop()
    await there?.stop()
    cleanUp()
  }, 60_000)

  it('by an owner under the policies fails instead of losing rows', async () => {
    const { code, said } = await dump('proprietaire')
    expect(code).toBe(1)
    expect(said).toContain('would be affected by row-level security')
  })

  it('by an owner who bypasses the policies restores elsewhere in full, with policies, grants and analysts', async () => {
    expect(await dump('sauvegarde')).toEqual({ code: 0, said: '' })
    const globals = ['--roles-only', '-f', file('roles.sql'), '-d', here.adminUrl]
    expect(await runClient('pg_dumpall', globals)).toEqual({ code: 0, said: '' })

    await runClient('psql', ['-q', '-f', file('roles.sql'), there.adminUrl])
    const roles = 'select rolname, rolsuper, rolbypassrls, rolconnlimit, rolconfig from pg_roles order by 1'
    // The superuser's password is now that of the other server.
    const copy = new URL(here.adminUrl)
    copy.port = String(there.port)
    const admin = await connect(copy.href)
    const before = await connect(here.adminUrl)
    expect((await admin.query(roles)).rows).toEqual((await before.query(roles)).rows)

    await admin.query('create database caserne owner caserne_owner')
    copy.pathname = 'caserne'
    const restored = await runClient('pg_restore', [
      '--exit-on-error',
      '-d',
      copy.href,
      file('sauvegarde.dump'),
    ])
    expect(restored).toEqual({ code: 0, said: '' })
    await bootstrap(copy.href, passwords)
    await migrate(copy.href, log)

    const after = await connect(copy.href)
    expect(compareListings(await listSchema(before), await listSchema(after))).toEqual([])
    const session = { client: after, asOwner: false }
    const seen = await examine([checkRoles, checkDrift, checkJit], {} as Config, session)
    expect(seen.filter(({ level }) => level !== 'ok')).toEqual([])
    expect(await contents(after)).toEqual(await contents(before))
    expect(Object.values(await contents(after)).filter(Number).length).toBeGreaterThan(20)
    const analyst = await connect(there.url('jura', 'essai', 'caserne'))
    const { rows } = await analyst.query('select distinct sis_key from sapeurs order by 1')
    expect(rows).toEqual([{ sis_key: 'hs' }])
    await analyst.query('set default_transaction_read_only = off')
    await expect(analyst.query('create temporary table t (n int)')).rejects.toThrow('temporary')
    // Nor do dumps hold settings of the database. This PostgreSQL has JIT.
    const asking = "select current_setting('jit') as jit"
    const logins = ['auth', 'api', 'worker'] as const
    for (const login of logins) {
      const client = await connect(there.url(`caserne_${login}`, passwords[login], 'caserne'))
      expect([login, (await client.query(asking)).rows]).toEqual([login, [{ jit: 'off' }]])
    }
    expect((await analyst.query(asking)).rows).toEqual([{ jit: 'off' }])
    expect((await admin.query('select pg_jit_available() as jit')).rows).toEqual([{ jit: true }])
    await expect(connect(there.url('jura', 'faux', 'caserne'))).rejects.toThrow('authentication')
  })
})

/** Number of rows of each table. */
async function contents(admin: pg.Client): Promise<Record<string, number>> {
  const { rows } = await admin.query<{ name: string; n: number }>(
    `select t.name, (xpath('//n/text()', query_to_xml('select count(*) as n from ' || t.name, false, true, '')))[1]::text::integer as n
       from (select format('%I.%I', schemaname, tablename) as name
               from pg_tables where schemaname not in ('pg_catalog', 'information_schema')) t`,
  )
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}

import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, useServers } from '../support/servers.ts'
import { type OwnPostgres, startOwnPostgres } from './own_postgres.ts'

let postgres: OwnPostgres

beforeAll(async () => {
  postgres = await startOwnPostgres()
})
afterAll(() => postgres.remove())

const servers = useServers(
  {
    get urls() {
      return postgres.urls
    },
  },
  { DATABASE_TIMEOUT_SECONDS: '1' },
)

const how = { as: 'commandant@example.org', sis: 'hs' }
const soon = { timeout: 20_000 }
const list = () => servers.data('/api/v2/vehicules', how)
const create = (designation: string) =>
  servers.data('/api/v2/vehicules', { ...how, method: 'POST', body: { designation } })
const logIn = () => servers.logIn('chef@example.org')
const ready = async (query = '') => {
  const answers = await Promise.all([servers.data(`/ready${query}`), servers.auth(`/ready${query}`)])
  return answers.map(({ status, body }) => [status, body.error])
}
// How often the log has told this.
const told = (message: string) => servers.log().split(`"msg":"${message}"`).length - 1
const bothReady = Array(2).fill([200, undefined])
const stored = async (designation: string) =>
  (await postgres.rows('select from app.vehicules where designation = $1', [designation])).length

function expectBusy(answer: Answer): void {
  expect(answer).toMatchObject({ status: 503, body: { error: 'Service momentanément indisponible' } })
  expect(answer.headers.get('retry-after')).toBe('5')
}

// The servers first drop the connections of before, lest they answer the following requests.
async function hangUp(): Promise<void> {
  await postgres.rows(
    "select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename like 'caserne\\_%'",
  )
  await expect.poll(() => ready('?read'), { timeout: 10_000 }).toEqual(bothReady)
}

describe('a database that is read only', () => {
  const setReadOnly = async (value: 'on' | 'off') => {
    await postgres.rows('set default_transaction_read_only = off')
    await postgres.rows(`alter database faults set default_transaction_read_only = ${value}`)
    await hangUp()
  }
  afterEach(() => setReadOnly('off'))

  it('answers reads, and 503 to writes', async () => {
    await servers.signIn(how.as)
    await setReadOnly('on')
    const before = told('database takes no writes')
    expect((await list()).status).toBe(200)
    expectBusy(await create('lecture seule'))
    expectBusy(await logIn())
    expect(await stored('lecture seule')).toBe(0)
    expect(await ready()).toEqual(Array(2).fill([503, 'La base de données n’accepte pas d’écriture']))
    expect(await ready('?read')).toEqual(bothReady)
    await expect.poll(() => told('database takes no writes') - before, soon).toBe(1)
    await setReadOnly('off')
    expect(await ready()).toEqual(bothReady)
    expect((await create('écriture')).status).toBe(201)
  })
})

describe('a database that is frozen', { timeout: 60_000 }, () => {
  afterEach(() => postgres.signal('SIGCONT'))

  it('answers 503 in a bounded time, is not ready, and serves again when it continues', async () => {
    expect((await list()).status).toBe(200)
    const before = [told('database lost'), told('database back')]
    postgres.signal('SIGSTOP')
    const asked = await Promise.all([list(), create('gelé'), logIn(), list(), list(), list(), list(), list()])
    for (const answer of asked) expectBusy(answer)
    expect(await ready()).toEqual(Array(2).fill([503, 'Base de données injoignable']))
    expect((await servers.data('/health')).status).toBe(200)
    await expect.poll(() => told('database lost'), soon).toBe((before[0] ?? 0) + 1)
    postgres.signal('SIGCONT')
    await expect.poll(() => ready(), { timeout: 20_000 }).toEqual(bothReady)
    await expect.poll(() => told('database back'), soon).toBe((before[1] ?? 0) + 1)
    expect(told('database lost')).toBe((before[0] ?? 0) + 1)
    const after = await Promise.all([list(), create('dégelé'), logIn()])
    expect(after.map(({ status }) => status)).toEqual([200, 201, 200])
  })
})

describe('a statement that takes too long', { timeout: 60_000 }, () => {
  it('is answered by 503 and its connection closed, so that nobody else gets its answer', async () => {
    await postgres.rows('begin')
    await postgres.rows('lock table app.vehicules in access exclusive mode')
    const asked = await Promise.all(Array.from({ length: 5 }, list))
    for (const answer of asked) expectBusy(answer)
    const others = await Promise.all(Array.from({ length: 5 }, () => servers.data('/api/v2/grades', how)))
    await postgres.rows('rollback')
    expect(others.map(({ status }) => status)).toEqual(Array(5).fill(200))
    for (const { body } of others)
      expect(body.data).toContainEqual(expect.objectContaining({ designation: 'Major' }))
  })

  it('is stopped by the database itself after the limit of the role', async () => {
    await postgres.rows("alter role caserne_api in database faults set statement_timeout = '100ms'")
    await hangUp()
    await postgres.rows('begin')
    await postgres.rows('lock table app.vehicules in access exclusive mode')
    expectBusy(await list())
    await postgres.rows('rollback')
    await postgres.rows('alter role caserne_api in database faults reset statement_timeout')
    await hangUp()
    const [settings] = await postgres.rows(
      "select array_agg(rolname::text order by rolname) as roles from pg_roles where 'statement_timeout=15s' = any (rolconfig)",
    )
    expect(settings?.roles).toEqual(['caserne_api', 'caserne_auth'])
  })
})

// Only root may mount.
describe.runIf(process.getuid?.() === 0)('a disk that is full', { timeout: 60_000 }, () => {
  const parent = mkdtempSync(join(tmpdir(), 'caserne-disk-'))
  const directory = join(parent, 'disk')
  const { uid, gid } = { uid: 0, gid: 0 }

  beforeAll(async () => {
    chmodSync(parent, 0o755)
    mkdirSync(directory)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', directory])
    chownSync(directory, postgres.account?.uid ?? uid, postgres.account?.gid ?? gid)
    await postgres.rows(`create tablespace plein location '${directory}'`)
    for (const kind of ['table', 'index'])
      await postgres.rows(`alter ${kind} all in tablespace pg_default set tablespace plein`)
    await postgres.rows('create table public.ballast (remplissage text) tablespace plein')
  })
  afterAll(async () => {
    await postgres.rows('drop table if exists public.ballast')
    for (const kind of ['table', 'index'])
      await postgres.rows(`alter ${kind} all in tablespace plein set tablespace pg_default`)
    await postgres.rows('drop tablespace plein')
    execFileSync('umount', [directory])
    rmSync(parent, { recursive: true })
  })

  it('answers 503 to writes that need space, writes nothing by halves, and continues once there is space', async () => {
    await servers.signIn(how.as)
    await postgres.rows(`alter table public.ballast alter remplissage set storage plain`)
    const fill = async () => {
      for (;;) await postgres.rows("insert into public.ballast select repeat('x', 7000)")
    }
    await expect(fill()).rejects.toMatchObject({ code: '53100' })
    let answer = await create('plein 0')
    // The last page of the table may have some space left.
    for (let nth = 1; answer.status === 201 && nth < 500; nth += 1) answer = await create(`plein ${nth}`)
    expectBusy(answer)
    expect((await list()).status).toBe(200)
    const [before, back] = [
      told('database has no room for writes'),
      told('database has room for writes again'),
    ]
    for (let nth = 0; nth < 5; nth += 1) expectBusy(await create('plein'))
    expect(await ready()).toEqual(Array(2).fill([503, 'Le disque de la base de données est plein']))
    expect(await ready('?read')).toEqual(bothReady)
    // Once for all of them, and for what probes write.
    expect([before, told('database has no room for writes'), back]).toEqual([1, 1, 0])
    await postgres.rows('drop table public.ballast')
    expect((await create('de la place')).status).toBe(201)
    expect(await stored('de la place')).toBe(1)
    await expect.poll(() => ready(), soon).toEqual(bothReady)
    await expect.poll(() => told('database has room for writes again'), soon).toBe(1)
  })
})

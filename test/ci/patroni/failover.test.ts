import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { bootstrap } from '../../../src/db/bootstrap.ts'
import { migrate } from '../../../src/db/migrate.ts'
import { loadDemo } from '../../../src/demo/load.ts'
import { mailboxKey, startWorkerProgram } from '../../faults/faults_fixture.ts'
import { passwords } from '../../support/cluster_templates.ts'
import { type Dovecot, startDovecot } from '../../support/dovecot.ts'
import { freePort } from '../../support/free_port.ts'
import { writeNewKeys } from '../../support/keys.ts'
import { killPrograms, runProgram } from '../../support/program.ts'
import { letter } from '../../worker/mail_fixture.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { PASSWORD } from './cluster_files.ts'
import { refuseStrangers } from './strangers.ts'

const WRITERS = 20
const directory = mkdtempSync(join(tmpdir(), 'caserne-failover-'))
const at = { data: '', token: '' }
let cluster: Cluster
let dovecot: Dovecot

const url = (login: string, password: string) =>
  `postgres://${login}:${password}@127.0.0.1:${cluster.ports.primary}/caserne`

const patience = { timeout: 90_000, interval: 250 }
const complete = { streaming: 2, synchronous: 1 }

beforeAll(async () => {
  ;[cluster, dovecot] = await Promise.all([startCluster(), startDovecot()])
  await vi.waitFor(async () => expect(await cluster.standbys()).toEqual(complete), patience)
  const log = pino({ level: 'silent' })
  await ask('create database caserne', cluster.adminUrl)
  const admin = url('postgres', PASSWORD)
  await bootstrap(admin, passwords)
  await migrate(admin, log)
  await loadDemo(admin, { history: false })
  const keyFile = join(directory, 'keys.json')
  writeNewKeys(keyFile)
  const port = await freePort()
  at.data = `http://127.0.0.1:${port}`
  runProgram(['serve', 'data'], {
    DATA_PORT: String(port),
    AUTH_KEY_FILE: keyFile,
    MAILBOX_KEY: mailboxKey,
    API_DATABASE_URL: url('caserne_api', passwords.api),
    AUTH_DATABASE_URL: url('caserne_auth', passwords.auth),
  })
  for (let n = 0; n < 2; n++) startWorkerProgram(url('caserne_worker', passwords.worker), dovecot.port)
  await vi.waitFor(async () => expect(await status('GET', '/ready', { root: true })).toBe(200), patience)
  const login = await fetch(`${at.data}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'commandant@example.org', password: 'caserne-demo' }),
  })
  at.token = ((await login.json()) as { accessToken: string }).accessToken
}, 180_000)

afterAll(async () => {
  await killPrograms()
  await dovecot?.remove()
  await cluster?.stop()
  rmSync(directory, { recursive: true, force: true })
})

async function ask(text: string, address = url('postgres', PASSWORD)): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
  })
  client.on('error', () => undefined)
  await client.connect()
  return await client
    .query(text)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

async function status(
  method: string,
  path: string,
  how: { root?: boolean; body?: unknown } = {},
): Promise<number> {
  const answer = await fetch(`${at.data}${how.root ? '' : '/api/v2'}${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'sis-key': 'hs', authorization: `Bearer ${at.token}` },
    ...(how.body !== undefined && { body: JSON.stringify(how.body) }),
    signal: AbortSignal.timeout(30_000),
  }).catch(() => null)
  await answer?.text()
  return answer?.status ?? 0
}

// Writes as fast as they are answered, until told to stop. Returns what was acknowledged, and when.
async function write(until: AbortSignal, acknowledged: Map<string, number>): Promise<void> {
  while (!until.aborted) {
    const nom = randomUUID()
    const got = await status('POST', '/telephones', { body: { nom, numero: '032 444 55 66' } })
    if (got === 201) acknowledged.set(nom, performance.now())
    else await pause(100)
  }
}

// A mail at a time, four a second.
async function deliver(until: AbortSignal, adresses: string[]): Promise<void> {
  while (!until.aborted) {
    const adresse = `Bascule ${createHash('sha1').update(randomUUID()).digest('hex').slice(0, 8)}`
    dovecot.deliver(letter(adresse, `Type: Feu\r\nAdresse: ${adresse}\r\nSIS: hs`))
    adresses.push(adresse)
    await pause(250)
  }
}

refuseStrangers(() => cluster)

it.each(['SIGKILL', 'SIGSTOP'] as const)(
  'after %s of the primary, no acknowledged write is lost and every mail is one alarm',
  async (signal) => {
    await expect.poll(() => cluster.standbys(), patience).toEqual(complete)
    const acknowledged = new Map<string, number>()
    const adresses: string[] = []
    const stop = new AbortController()
    const load = [
      ...Array.from({ length: WRITERS }, () => write(stop.signal, acknowledged)),
      deliver(stop.signal, adresses),
    ]
    await pause(4_000)
    const before = acknowledged.size
    const primary = await cluster.primary()
    const struck = performance.now()
    primary.signal(signal)
    // When Patroni has another primary, and when HAProxy leads there.
    const seconds = () => Math.round((performance.now() - struck) / 100) / 10
    const until = async (holds: () => Promise<boolean>) => {
      while (!(await holds().catch(() => false))) await pause(100)
      return seconds()
    }
    const elected = until(async () => (await cluster.primary(primary.name)) !== undefined)
    const reached = elected.then(() => until(async () => (await ask('select 1')).length === 1))
    await expect.poll(() => acknowledged.size > before + WRITERS * 5, patience).toBe(true)
    const first = Math.min(...[...acknowledged.values()].filter((moment) => moment > struck + 1_000))
    const report = {
      signal,
      elected: await elected,
      reached: await reached,
      seconds: Math.round((first - struck) / 100) / 10,
      before,
      after: acknowledged.size - before,
    }
    // The old primary comes back while all goes on.
    if (signal === 'SIGSTOP') primary.signal('SIGCONT')
    else primary.start()
    await pause(5_000)
    stop.abort()
    await Promise.all(load)
    await expect.poll(() => cluster.standbys(), patience).toEqual(complete)

    const stored = await ask("select nom from app.telephones_utiles where sis_key = 'hs'")
    const names = new Set(stored.map(({ nom }) => nom))
    expect([...acknowledged.keys()].filter((nom) => !names.has(nom))).toEqual([])
    const alarms = async () =>
      (
        await ask(
          "select adresse from app.alarmes where sis_key = 'hs' and adresse like 'Bascule %' order by 1",
        )
      ).map(({ adresse }) => adresse)
    await expect
      .poll(async () => (await alarms()).filter((each) => adresses.includes(String(each))), patience)
      .toEqual(adresses.toSorted())
    // biome-ignore lint/suspicious/noConsole: the figures of bench/RESULTS.md
    console.log(JSON.stringify({ ...report, writes: acknowledged.size, mails: adresses.length }))
  },
  240_000,
)

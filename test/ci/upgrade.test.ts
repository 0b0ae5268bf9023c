import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { root } from '../../src/config.ts'
import { startEmbedded } from '../../src/db/embedded.ts'
import { listSchema } from '../../src/db/schema/list_schema.ts'
import { migrationHash, readReleases } from '../../src/db/schema/releases.ts'
import { isReady, killPrograms, type Program, runProgram, takePort } from '../support/program.ts'
import { previousArchive, unpackPrevious } from './previous_release.ts'
import { lostRows, readRows } from './rows.ts'
import { startTraffic } from './traffic.ts'
import { openMails, type UpgradeMails } from './upgrade_mails.ts'

const directory = mkdtempSync(join(tmpdir(), 'caserne-upgrade-'))
const old = join(directory, 'old')
const env: Record<string, string> = {
  DATA_DIR: join(directory, 'data'),
  DEMO_HISTORY: 'true',
  LOG_LEVEL: 'error',
}
const at = { auth: '', data: '' }
let admin: pg.Client
let stopPostgres = async () => {}
let servers: Program[] = []
// Those that were stopped too.
const everStarted: Program[] = []
let mails: UpgradeMails | undefined

/** A command of the previous release, or of this one, to its end. */
async function run(checkout: string, ...args: string[]): Promise<void> {
  const program = runProgram(args, env, { checkout })
  const { code } = await program.ended
  if (code !== 0)
    throw new Error(`caserne ${args.join(' ')} of ${checkout} ended with ${code}:\n${program.output()}`)
}

/** Starts a server of a release, and sends clients there. */
async function serve(checkout: string, which: 'auth' | 'data', variable: string): Promise<Program> {
  const { port, free } = await takePort()
  await free()
  const url = `http://127.0.0.1:${port}`
  const program = runProgram(['serve', which], { ...env, [variable]: String(port) }, { checkout })
  everStarted.push(program)
  const ready = async () => expect((await fetch(`${url}/ready`)).status).toBe(200)
  await vi.waitFor(ready, { timeout: 120_000 }).catch((cause: unknown) => {
    throw new Error(`the ${which} server of ${checkout} is not ready: ${program.output()}`, { cause })
  })
  at[which] = url
  return program
}

async function serveBoth(checkout: string): Promise<Program[]> {
  return [await serve(checkout, 'auth', 'AUTH_PORT'), await serve(checkout, 'data', 'DATA_PORT')]
}

/** Errors in the logs of the servers. */
function errorsLogged(): string[] {
  return everStarted.flatMap((each) =>
    each
      .output()
      .split('\n')
      .filter((line) => line.includes('"level":50')),
  )
}

/** Starts the servers of a release beside those that run, then stops these, as an operator does. */
async function changeServers(checkout: string): Promise<void> {
  const before = servers
  servers = await serveBoth(checkout)
  for (const each of before) expect((await each.kill('SIGTERM')).code).toBe(0)
}

async function logIn(): Promise<string> {
  const response = await fetch(`${at.auth}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ email: 'commandant@example.org', password: 'caserne-demo' }),
  })
  return ((await response.json()) as { accessToken: string }).accessToken
}

beforeAll(async () => {
  unpackPrevious(old)
  const server = await startEmbedded({
    directory: join(directory, 'postgres'),
    settings: { fsync: 'off' },
    log: pino({ level: 'silent' }),
  })
  stopPostgres = () => server.stop()
  const setup = new pg.Client(server.adminUrl)
  await setup.connect()
  await setup.query('create database upgrade')
  await setup.end()
  env.DATABASE_URL = Object.assign(new URL(server.adminUrl), { pathname: 'upgrade' }).href
  await run(old, 'migrate', '--bootstrap')
  await run(old, 'demo')
  admin = new pg.Client(env.DATABASE_URL)
  await admin.connect()
  servers = await serveBoth(old)
}, 300_000)

afterAll(async () => {
  await mails?.end()
  await killPrograms()
  await admin?.end()
  await stopPostgres()
  rmSync(directory, { recursive: true, force: true })
})

describe('a database of the previous release, with the demo and its past, migrated by this one', () => {
  it('keeps every row, gets the schema of sql/, and serves both releases, their workers too: the old, the new, and the old again', async () => {
    const token = await logIn()
    const held = await readRows(admin)
    expect(held.get('app.interventions')?.rows.size).toBeGreaterThan(100)
    mails = await openMails(env, admin)
    await mails.start(old)
    await mails.arrive('Ancien worker')
    const traffic = startTraffic(() => at.data, token, 3)
    const waits: Record<string, number> = {}
    /** Waits for further requests, and notes how long the slowest of the phase took. */
    const serveOn = async (phase: string) => {
      const answered = traffic.answered()
      await vi.waitFor(() => expect(traffic.answered()).toBeGreaterThan(answered + 120), { timeout: 60_000 })
      waits[phase] = traffic.longestWait()
    }
    await serveOn('old servers, old schema')
    await run(root, 'migrate', 'up')
    waits['old servers, while migrating'] = traffic.longestWait()
    await serveOn('old servers, new schema')
    await changeServers(root)
    await serveOn('new servers, new schema')
    await changeServers(old)
    await serveOn('old servers again, new schema')
    await traffic.stop()
    await mails.arrive('Ancien worker, nouveau schéma')
    // Whichever gets the job of a mailbox passes it on to the other, which holds it.
    await mails.start(root)
    for (const n of [1, 2, 3]) await mails.arrive(`Les deux workers ${n}`)
    await mails.stopFirst()
    await mails.arrive('Nouveau worker')
    await mails.start(old)
    for (const n of [1, 2, 3]) await mails.arrive(`Les deux à nouveau ${n}`)
    await mails.stopFirst()
    await mails.arrive('Ancien worker à nouveau')
    await mails.end()
    process.stdout.write(`longest request (ms): ${JSON.stringify(waits)}\n`)
    expect({ failures: traffic.failures, logged: errorsLogged() }).toEqual({ failures: [], logged: [] })
    expect(await lostRows(admin, held)).toEqual([])
    expect(await listSchema(admin)).toBe(readFileSync(join(root, 'migrations/schema.txt'), 'utf8'))
    const { rows } = await admin.query("select no from app.groupes where no ~ '^T' order by 1")
    expect(rows.map(({ no }) => no)).toEqual(traffic.kept.toSorted())
    // No request waits for longer than the migration waits for a lock, runs, and is tried once more.
    expect(waits['old servers, while migrating']).toBeLessThan(15_000)
  }, 300_000)

  it('would be seen to have lost a row, or changed one', async () => {
    const held = await readRows(admin)
    await admin.query('begin')
    await admin.query(
      'delete from app.alarme_groupes where ctid = (select min(ctid) from app.alarme_groupes)',
    )
    await admin.query('update app.unites set tri = tri + 1')
    expect(await lostRows(admin, held)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^app\.alarme_groupes: 1 of /),
        expect.stringMatching(/^app\.unites: \d+ of /),
      ]),
    )
    await admin.query('rollback')
  })
})

describe('the demo that npm start of the previous release made', () => {
  it('is upgraded by npm start of this one', async () => {
    const own = { DATA_DIR: join(directory, 'demo'), PORT: '0' }
    for (const checkout of [old, root]) {
      const program = runProgram(['start'], own, { checkout })
      await isReady(program)
      expect((await program.kill('SIGTERM')).code).toBe(0)
    }
    const status = runProgram(['migrate', 'status'], own)
    await status.ended
    expect(status.output()).toMatch(/^000001\.sql +0\.1\.0 +faite[\s\S]*La base est à jour/)
  }, 300_000)
})

describe('the previous release', () => {
  it('is the newest in migrations/releases.json, with the migrations that it froze', () => {
    const last = readReleases().at(-1)
    expect(basename(previousArchive() ?? 'none')).toBe(last ? `${last.version}.tar.gz` : 'none')
    for (const [name, hash] of readReleases().flatMap(({ migrations }) => Object.entries(migrations)))
      expect(migrationHash(name, join(old, 'migrations/committed'))).toBe(hash)
  })
})

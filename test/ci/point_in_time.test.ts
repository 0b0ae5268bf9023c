import { execFile } from 'node:child_process'
import { chownSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from '../../src/config.ts'
import { bootstrap } from '../../src/db/bootstrap.ts'
import type { Embedded } from '../../src/db/embedded.ts'
import { findPlace } from '../../src/db/embedded_place.ts'
import type { Account } from '../../src/db/embedded_process.ts'
import { migrate } from '../../src/db/migrate.ts'
import { loadDemo } from '../../src/demo/load.ts'
import { useCommands } from '../commands/command_fixture.ts'
import { fillSis, mailboxKey, readSis } from '../db/archive/whole_sis.ts'
import { cleanUp, makeDirectory, start } from '../db/embedded_fixture.ts'
import { passwords } from '../support/cluster_templates.ts'
import type { TestDatabase } from '../support/database.ts'
import { freePort } from '../support/free_port.ts'
import { binaries } from '../support/postgres15.ts'
import { shellBlocks } from '../support/shell_blocks.ts'

const PAGE = 'docs/how-to/back-up-and-restore.md'
const [takeBase = '', findInstant = '', restore = ''] = shellBlocks(
  new Map([[PAGE, readFileSync(join(root, PAGE), 'utf8')]]),
)
  .filter(({ how }) => how === 'restore')
  .map(({ commands }) => commands)

const directory = makeDirectory()
const places = { BASE: '', RESTORED: '', WAL: '', PORT: '' }
const clients: pg.Client[] = []
let account: Account | undefined
let living: Embedded
const run = useCommands(() => ({ DATABASE_URL: living.adminUrl, MAILBOX_KEY: mailboxKey }))

beforeAll(async () => {
  // The archive belongs to the account that PostgreSQL runs as.
  const parent = dirname(directory)
  ;({ account } = await findPlace(directory, binaries))
  const own = join(parent, 'backups')
  for (const path of [own, join(own, 'wal')]) {
    mkdirSync(path)
    if (account) chownSync(path, account.uid, account.gid)
  }
  Object.assign(places, { WAL: join(own, 'wal'), BASE: join(own, 'base'), RESTORED: join(own, 'restored') })
  places.PORT = String(await freePort())
  const page = readFileSync(join(root, PAGE), 'utf8')
  const [, whole = ''] = /^whole="(.*)"$/m.exec(page) ?? []
  const [, command = ''] = /archive_command = '(.*)'"/.exec(page) ?? []
  living = await start(directory, {
    binaries,
    settings: {
      fsync: 'off',
      archive_mode: 'on',
      archive_command: command.replace('$whole', whole).replaceAll('$archive', `"${places.WAL}"`),
      log_line_prefix: '%m ',
    },
  })
  const log = pino({ level: 'silent' })
  await bootstrap(living.adminUrl, passwords)
  await migrate(living.adminUrl, log)
  await loadDemo(living.adminUrl, { history: false })
}, 120_000)

afterAll(async () => {
  for (const client of clients) await client.end()
  await shell('pg_ctl -m immediate -D "$RESTORED" stop').catch(() => undefined)
  await living?.stop()
  cleanUp()
}, 60_000)

/** Runs commands of the page as the account of PostgreSQL. */
function shell(commands: string, more: Record<string, string> = {}): Promise<string> {
  const { PATH = '' } = process.env
  const env = { PATH: `${binaries}:${PATH}`, DATABASE_URL: living.adminUrl, ...places, ...more }
  return new Promise((resolve, reject) => {
    execFile(
      'bash',
      ['-euo', 'pipefail', '-c', commands],
      { ...account, cwd: '/', env },
      (error, out, said) => (error === null ? resolve(out.trim()) : reject(new Error(said))),
    )
  })
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  clients.push(client)
  await client.connect()
  return client
}

const addVehicule = (admin: pg.Client, sis: string, designation: string) =>
  admin.query('insert into app.vehicules (sis_key, designation) values ($1, $2)', [sis, designation])

it('brings a SIS that was removed back as it was a second before, into a database that went on', async () => {
  const admin = await connect(living.adminUrl)
  const database = { as: async () => admin } as unknown as TestDatabase
  await fillSis(database)
  await shell(takeBase)
  // Only the log has these.
  await addVehicule(admin, 'hs', 'Après la sauvegarde')
  const hs = await readSis(database, 'hs')
  await pause(1_500)
  expect(await run(['sis', 'close', 'hs'])).toMatchObject({ code: 0 })
  expect(await run(['sis', 'remove', 'hs', '--yes'])).toMatchObject({ code: 0 })
  await addVehicule(admin, 'test', 'Après l’accident')
  const { rows } = await admin.query('select pg_walfile_name(pg_switch_wal()) as last')
  const other = await readSis(database, 'test')

  const instant = await shell(findInstant)
  const archived = 'select last_archived_wal >= $1 as done from pg_stat_archiver'
  await expect
    .poll(async () => (await admin.query(archived, [rows[0].last])).rows[0].done, { timeout: 30_000 })
    .toBe(true)
  await shell(`{ ${restore}} || { cat "$RESTORED.log" >&2; exit 1; }`, { INSTANT: instant })
  const restored = Object.assign(new URL(living.adminUrl), { port: places.PORT }).href
  const before = await connect(restored)
  expect(await readSis({ as: async () => before } as unknown as TestDatabase, 'hs')).toEqual(hs)

  const archive = join(dirname(directory), 'hs.sis.gz')
  expect(
    await run(['export', '--sis', 'hs', '--to', archive], { env: { DATABASE_URL: restored } }),
  ).toMatchObject({
    code: 0,
  })
  expect(await run(['import-sis', archive])).toMatchObject({
    code: 0,
    said: expect.stringContaining('0 créé'),
  })
  expect(await readSis(database, 'hs')).toEqual(hs)
  expect(await readSis(database, 'test')).toEqual(other)
}, 180_000)

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { root } from '../../src/config.ts'
import { bootstrap } from '../../src/db/bootstrap.ts'
import { type Embedded, findEmbedded, startEmbedded } from '../../src/db/embedded.ts'
import { migrate } from '../../src/db/migrate.ts'
import { loadDemo } from '../../src/demo/load.ts'
import { withConnection } from '../connection.ts'
import { checkSis } from './check.ts'
import { fill } from './fill.ts'
import { fingerprint } from './fingerprint.ts'
import { showFilling } from './show_filling.ts'
import { type Shape, type Size, shapes, today } from './sizes.ts'
import { setAnalyzed } from './statistics.ts'

const log = pino({ level: 'silent' })
const database = 'bench'

// Nothing must survive a crash: it is made again then.
const filling = {
  shared_buffers: '1GB',
  maintenance_work_mem: '768MB',
  work_mem: '256MB',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
  jit: 'off',
  max_parallel_maintenance_workers: '0',
}

// Statistics change only when a bench says so.
const serving = { shared_buffers: '1GB', autovacuum: 'off', jit: 'off' }

/** A running server with the data of a size. */
interface Data {
  /** The address of the database as superuser. */
  admin: string
  stop(): Promise<void>
}

/** Opens the data of a size in `.data/bench-<size>`. Makes them first where they are absent, or of another schema. */
export async function openData(size: Size, settings: Record<string, string> = {}): Promise<Data> {
  const directory = join(root, '.data', `bench-${size}`)
  const stamp = `${directory}.made`
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint()) {
    rmSync(stamp, { force: true })
    await make(size, directory)
    writeFileSync(stamp, fingerprint())
  }
  const options = { directory, settings: { ...serving, ...settings }, log }
  const server = (await findEmbedded(options)) ?? (await startEmbedded(options))
  return { admin: addressOf(server, database), stop: () => server.stop() }
}

async function make(size: Size, directory: string): Promise<void> {
  if ((await findEmbedded({ directory, log })) !== undefined)
    throw new Error(`A server still runs in ${directory}, with data of another version: stop it first.`)
  rmSync(directory, { recursive: true, force: true })
  const server = await startEmbedded({ directory, settings: filling, log })
  try {
    if (size === 'S') await loadDemo(await migrated(server, database), { today })
    else await prove(server, await fillDatabase(server, database, shapes[size], size), size)
  } finally {
    await server.stop()
  }
}

/** Starts a server in `.data/bench-<name>` for databases that a bench makes for itself; its `stop` removes them. */
export async function startFilling(name: string): Promise<Embedded> {
  const directory = join(root, '.data', `bench-${name}`)
  rmSync(directory, { recursive: true, force: true })
  const server = await startEmbedded({ directory, settings: filling, log })
  const remove = () => rmSync(directory, { recursive: true, force: true })
  return { ...server, stop: () => server.stop().then(remove) }
}

/** Makes data of a shape for one bench, analyzed, in a server of its own; `stop` removes them. */
export async function openShape(
  name: string,
  shape: Shape,
  settings: Record<string, string> = {},
): Promise<Data> {
  const directory = join(root, '.data', `bench-${name}`)
  rmSync(directory, { recursive: true, force: true })
  const filled = await startEmbedded({ directory, settings: filling, log })
  await setAnalyzed(await fillDatabase(filled, database, shape, name), true)
  await filled.stop()
  const server = await startEmbedded({ directory, settings: { ...serving, ...settings }, log })
  const remove = () => rmSync(directory, { recursive: true, force: true })
  return { admin: addressOf(server, database), stop: () => server.stop().then(remove) }
}

/** Makes a database of a shape. @returns its address as superuser */
export async function fillDatabase(
  server: Embedded,
  name: string,
  shape: Shape,
  size = name,
): Promise<string> {
  const admin = await migrated(server, name)
  await showFilling(size, (tick) => fill(admin, shape, tick))
  return admin
}

// SIS of L have too many rows to insert them again, so those of a small database of the same shape are checked.
async function prove(server: Embedded, admin: string, size: Exclude<Size, 'S'>): Promise<void> {
  const small = { ...shapes[size], sis: 4, sapeurs: 200, interventionsAYear: 400 }
  if (size === 'M') for (const sis of ['s0900', 's1200']) await checkSis(admin, sis)
  else await checkSis(await fillDatabase(server, 'small', small), 's0004')
}

async function migrated(server: Embedded, name: string): Promise<string> {
  await withConnection(server.adminUrl, (client) => client.query(`create database ${name}`))
  const admin = addressOf(server, name)
  await bootstrap(admin, { auth: 'bench', api: 'bench', worker: 'bench' })
  await migrate(admin, log)
  return admin
}

function addressOf(server: Embedded, name: string): string {
  return Object.assign(new URL(server.adminUrl), { pathname: name }).href
}

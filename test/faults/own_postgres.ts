import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { startEmbedded } from '../../src/db/embedded.ts'
import { findPlace, type Place } from '../../src/db/embedded_place.ts'
import { findPostmaster } from '../../src/db/embedded_postmaster.ts'
import { type Account, runTool } from '../../src/db/embedded_process.ts'
import { passwords } from '../support/cluster_templates.ts'
import { keptCluster, unpackCluster } from '../support/kept_cluster.ts'

/** A PostgreSQL that a test may restart, with the demo without its past. */
export interface OwnPostgres {
  urls: { admin: string; auth: string; api: string; worker: string }
  /** The rows of a superuser's query, on a new connection after a restart. */
  rows(query: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  /** Sends a signal to all of its processes. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void
  /** The account of the server, when it is not that of the tests. */
  account: Account | undefined
  /** Directories of its data and programs. */
  place: Place
  /** Ends the server like kill -9, and starts it again on the same port. */
  restart(): Promise<void>
  /** Ends the server like kill -9. */
  stop(): Promise<void>
  /** Starts it again on the same port. */
  start(): Promise<void>
  remove(): Promise<void>
}

const log = pino({ level: 'silent' })

/**
 * Starts a server. Commits survive its restarts (but not those of the machine).
 * @param logical whether it replicates rows, as cells need
 * @param empty whether its database stays empty, for `caserne cell add`
 */
export async function startOwnPostgres({ logical = false, empty = false } = {}): Promise<OwnPostgres> {
  const parent = mkdtempSync(join(tmpdir(), 'caserne-faults-'))
  chmodSync(parent, 0o755)
  const directory = join(parent, 'postgres')
  const binaries = process.env.TEST_POSTGRES_BINARIES
  const settings = { fsync: 'off', full_page_writes: 'off', ...(logical && { wal_level: 'logical' }) }
  if (!empty) await unpackCluster(await keptCluster(binaries), directory)
  const server = await startEmbedded({ directory, settings, log, ...(binaries && { binaries }) })
  const at = (changes: Partial<URL>) => Object.assign(new URL(server.adminUrl), changes).href
  const as = (login: keyof typeof passwords) =>
    at({ pathname: 'faults', username: `caserne_${login}`, password: passwords[login] })
  const admin = at({ pathname: 'faults' })
  if (empty) await run(server.adminUrl, 'create database faults')
  else await keepDemo(server.adminUrl)

  const place = await findPlace(directory, binaries)
  let client: pg.Client | undefined
  const connected = async () => {
    const made = new pg.Client(admin)
    made.on('error', () => undefined)
    await made.connect()
    return made
  }
  const options = readFileSync(join(place.home, 'data', 'postmaster.opts'), 'utf8')
    .trim()
    .split(' ')
    .slice(1)
    .join(' ')
  const control = async (...args: string[]) => {
    await client?.end()
    client = undefined
    const all = [...args, '-w', '-D', join(place.home, 'data')]
    const { code, output } = await runTool(join(place.binaries.directory, 'pg_ctl'), all, place.account)
    if (code !== 0) throw new Error(output)
  }
  return {
    urls: { admin, auth: as('auth'), api: as('api'), worker: as('worker') },
    account: place.account,
    place,
    signal: (name) => {
      const postmaster = findPostmaster(place)?.pid
      for (const pid of [postmaster, ...childrenOf(postmaster)])
        if (pid !== undefined) process.kill(pid, name)
    },
    rows: async (query, values = []) => {
      client ??= await connected()
      return (await client.query(query, values)).rows
    },
    restart: () => control('restart', '-m', 'immediate', '-l', join(place.home, 'server.log')),
    stop: () => control('stop', '-m', 'immediate'),
    start: () => control('start', '-l', join(place.home, 'server.log'), '-o', options),
    remove: async () => {
      await client?.end()
      await server.stop()
      rmSync(parent, { recursive: true, force: true })
    },
  }
}

// Leaves the demo's template as the only database, under another name.
async function keepDemo(adminUrl: string): Promise<void> {
  await run(adminUrl, 'drop database template_empty')
  await run(adminUrl, 'drop database template_migrated')
  await run(adminUrl, 'alter database template_demo rename to faults')
}

function childrenOf(pid: number | undefined): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { type KeyRing, openKeyRing } from '../src/auth/keys.ts'
import { type Claims, signAccessToken } from '../src/auth/tokens.ts'
import { bootstrap } from '../src/db/bootstrap.ts'
import { startEmbedded } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { loadDemo } from '../src/demo/load.ts'
import { Started } from '../src/process/started.ts'
import { accepted } from './accepted.ts'
import { withConnection } from './connection.ts'
import { openShape } from './data/open_data.ts'
import { evenShape } from './data/sizes.ts'

/** Number of SIS in the data of prepareDatabase. Each has thirty alarms that are not validated, of about 320. */
export const SIS = 200

/** Everything that a bench has started, to be stopped at its end. */
export const started = new Started()

const log = pino({ level: 'silent' })
const directory = mkdtempSync(join(tmpdir(), 'caserne-bench-'))
// PostgreSQL's account enters too. Otherwise the data would be elsewhere, and stay there.
chmodSync(directory, 0o711)
started.add(directory, async () => rmSync(directory, { recursive: true, force: true }))
/** The signing keys of the servers that a bench starts. */
export const keyFile = join(directory, 'keys.json')

/** Prepares a database of equal SIS. @returns its address as superuser */
export async function prepareDatabase(sis = SIS): Promise<string> {
  return started.add(await openShape('even', evenShape(sis, 4)), (each) => each.stop()).admin
}

/** How a bench starts PostgreSQL. */
interface ClusterOptions {
  settings?: Record<string, string>
  /** The directory of another PostgreSQL than the embedded one. */
  binaries?: string | undefined
}

/** Prepares a database with the demo. @returns its address as superuser */
export async function prepareDemo(options: ClusterOptions = {}): Promise<string> {
  const admin = await prepareEmptyDatabase(options)
  await loadDemo(admin)
  return admin
}

/** Prepares a migrated database without data. @returns its address as superuser */
export async function prepareEmptyDatabase({ settings, binaries }: ClusterOptions = {}): Promise<string> {
  const admin = await startCluster('postgres', settings, binaries)
  await bootstrap(admin, passwords)
  await migrate(admin, log)
  return admin
}

/** The passwords of the logins in a bench's databases. */
export const passwords = { auth: 'bench', api: 'bench', worker: 'bench' }

/**
 * Starts a PostgreSQL with an empty database. Its superuser has the same password as those of the other clusters.
 * @returns its address as superuser
 */
export async function startCluster(
  name: string,
  more: Record<string, string> = {},
  binaries?: string,
): Promise<string> {
  const settings = { shared_buffers: '1GB', ...more }
  const options = { directory: join(directory, name), settings, log, ...(binaries && { binaries }) }
  const server = started.add(await startEmbedded(options), (each) => each.stop())
  await withConnection(server.adminUrl, async (client) => {
    await client.query('create database bench')
    await client.query(`alter role postgres password 'bench'`)
  })
  return Object.assign(new URL(server.adminUrl), { pathname: 'bench', password: 'bench' }).href
}

/** The address of the same database for another login. */
export function as(admin: string, login: string): string {
  return Object.assign(new URL(admin), { username: login, password: 'bench' }).href
}

/** The superuser's address, who bypasses the policies but plans like the API's login (sql/database_roles.sql). */
export function withoutPolicies(admin: string): string {
  const search = '?options=-c plan_cache_mode=force_generic_plan -c jit=off'
  return Object.assign(new URL(admin), { search }).href
}

/** Connects to a database until the end of the bench. */
export async function connect(url: string): Promise<pg.Client> {
  const client = started.add(new pg.Client(url), (each) => each.end())
  await client.connect()
  return client
}

/** The version of the server at an address. */
export async function postgresVersion(url: string): Promise<string> {
  const { rows } = await withConnection(url, (client) =>
    client.query<{ server_version: string }>('show server_version'),
  )
  return rows[0]?.server_version ?? 'unknown'
}

/** The keys of all servers that are measured. */
export function openKeys(): Promise<KeyRing> {
  return openKeyRing(keyFile, log)
}

// Signs an access token for each of these claims.
async function signTokens(claims: Claims[]): Promise<string[]> {
  const keys = await openKeys()
  const now = Math.floor(Date.now() / 1000)
  return Promise.all(claims.map((each) => signAccessToken(keys, each, now))).finally(() => keys.close())
}

/** An account that asks in one SIS, and the sapeur that it is there. */
interface Asker {
  sis: string
  permissions: string[]
  user?: number
  sapeur?: number
}

/** The headers of requests, for each of these accounts, as clients send them. */
export async function signHeaders(askers: Asker[]): Promise<Record<string, string>[]> {
  const tokens = await signTokens(
    askers.map(({ sis, permissions, user = 1, sapeur }) => ({
      ...{ id: user, admin: false, validated: true, pseudo: 'Banc', email: 'banc@example.org', mobiles: [] },
      permissions: { [sis]: permissions },
      sapeurs: sapeur === undefined ? {} : { [sis]: sapeur },
    })),
  )
  return askers.map(({ sis }, n) => ({
    ...accepted,
    'sis-key': sis,
    authorization: `Bearer ${tokens[n]}`,
  }))
}

/** A server in a process of its own. */
export interface Server {
  port: number
  pid: number
}

/** Starts the product on a database (servers.ts). */
export function startServer(admin: string, env: Record<string, string> = {}): Promise<Server> {
  const urls = [as(admin, 'caserne_api'), as(admin, 'caserne_auth')]
  return startProcess('servers.ts', ['whole', keyFile, ...urls], env)
}

/** Starts a server that only sends what statements answer, without policies (servers.ts). */
export function startBareServer(admin: string): Promise<Server> {
  return startProcess('servers.ts', ['bare', keyFile, withoutPolicies(admin)], {})
}

// Starts a program of this directory that serves, and prints its port.
async function startProcess(file: string, args: string[], env: Record<string, string>): Promise<Server> {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.add(child, async () => child.kill())
  const [port] = await once(child.stdout, 'data')
  return { port: Number(String(port)), pid: child.pid ?? 0 }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { type Agent, get } from 'node:http'
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
import { openShape } from './data/open_data.ts'
import { evenShape, sisKey } from './data/sizes.ts'

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

/** Prepares a database with the demo. @returns its address as superuser */
export async function prepareDemo(): Promise<string> {
  const admin = await prepareEmptyDatabase()
  await loadDemo(admin)
  return admin
}

/** Prepares a migrated database without data. @returns its address as superuser */
export async function prepareEmptyDatabase(): Promise<string> {
  const settings = { shared_buffers: '1GB', jit: 'off' }
  const server = started.add(
    await startEmbedded({ directory: join(directory, 'postgres'), settings, log }),
    (each) => each.stop(),
  )
  const client = new pg.Client(server.adminUrl)
  await client.connect()
  await client.query('create database bench')
  await client.end()
  const admin = Object.assign(new URL(server.adminUrl), { pathname: 'bench' }).href
  await bootstrap(admin, { auth: 'bench', api: 'bench', worker: 'bench' })
  await migrate(admin, log)
  return admin
}

/** The address of the same database for another login. */
export function as(admin: string, login: string): string {
  return Object.assign(new URL(admin), { username: login, password: 'bench' }).href
}

/** The version of the server at an address. */
export async function postgresVersion(url: string): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  await client.end()
  return rows[0]?.server_version ?? 'unknown'
}

/** Makes an access token for each SIS, the largest first, with the permission intervention.lecture. */
export async function makeTokens(count = SIS): Promise<string[]> {
  const claims = {
    id: 1,
    admin: false,
    validated: true,
    pseudo: 'Banc',
    email: 'banc@example.org',
    mobiles: [],
    sapeurs: {},
  }
  return signTokens(
    Array.from({ length: count }, (_, n) => ({
      ...claims,
      permissions: { [sisKey(n + 1)]: ['intervention.lecture'] },
    })),
  )
}

/** The keys of all servers that are measured. */
export function openKeys(): Promise<KeyRing> {
  return openKeyRing(keyFile, log)
}

/** Signs an access token for each of these claims. */
export async function signTokens(claims: Claims[]): Promise<string[]> {
  const keys = await openKeys()
  const now = Math.floor(Date.now() / 1000)
  return Promise.all(claims.map((each) => signAccessToken(keys, each, now))).finally(() => keys.close())
}

/** Starts a server of servers.ts in its own process. @param urls addresses for api and auth @returns its port */
export async function startServer(
  which: 'whole' | 'bare',
  urls: string[],
  env: Record<string, string> = {},
): Promise<number> {
  return (await startServerProcess(which, urls, env)).port
}

/** Starts a server of servers.ts. @param urls addresses for api and auth @returns its port and process */
export function startServerProcess(
  which: 'whole' | 'bare',
  urls: string[],
  env: Record<string, string> = {},
): Promise<{ port: number; pid: number }> {
  return startProcess('servers.ts', [which, keyFile, ...urls], env)
}

/** Starts a program of this directory that serves, and prints its port. @returns its port and process */
export async function startProcess(
  file: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<{ port: number; pid: number }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.add(child, async () => child.kill())
  const [port] = await once(child.stdout, 'data')
  return { port: Number(String(port)), pid: child.pid ?? 0 }
}

/** Reads a whole answer by GET. @throws for any status but 200 */
export function fetchAll(
  agent: Agent,
  port: number,
  path: string,
  headers: Record<string, string>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${path}: ${response.statusCode}`))
      response.resume().on('end', resolve)
    }).on('error', reject)
  })
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { readSigningKey } from '../src/auth/keys.ts'
import { signAccessToken } from '../src/auth/tokens.ts'
import { startEmbedded } from '../src/db/embedded.ts'
import { bootstrap, migrate } from '../src/db/migrate.ts'
import { Started } from '../src/started.ts'
import { heading } from './heading.ts'
import { type Round, table } from './table.ts'

const SIS = 1000
const CONNECTIONS = 8
const SECONDS = Number(process.argv[2] ?? 5)
const ROUNDS = Number(process.argv[3] ?? 5)

const log = pino({ level: 'silent' })
const started = new Started()
const directory = mkdtempSync(join(tmpdir(), 'caserne-bench-'))
started.add(directory, async () => rmSync(directory, { recursive: true, force: true }))
try {
  await main()
} finally {
  await started.stop()
}

async function main(): Promise<void> {
  const admin = await prepareDatabase()
  // The superuser whom policies do not hold plans like the API's login (sql/roles.sql), so that only policies differ.
  const free = Object.assign(new URL(admin), {
    search: '?options=-c plan_cache_mode=force_generic_plan -c jit=off',
  }).href
  const api = Object.assign(new URL(admin), { username: 'caserne_api', password: 'bench' }).href
  const keyFile = join(directory, 'key.pem')
  const tokens = await makeTokens(keyFile)
  const whole = await startServer('whole', api, keyFile)
  const bare = await startServer('bare', free, '')
  const statement = async (url: string, old: boolean) => {
    const client = new pg.Client(url)
    await client.connect()
    const run = statementLoop(client, old)
    const count = await repeat(1, run)
    await client.end()
    return count
  }
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  process.stdout.write(heading(SECONDS, ROUNDS, await postgresVersion(admin)))
  for (const [title, old] of [
    ['30 open alarms (GET /alarmes)', false],
    ['all 300 alarms (GET /alarmes?old=true)', true],
  ] as const) {
    const rounds: Round[] = []
    for (let round = -1; round < ROUNDS; round++) {
      const measures = {
        'a whole server': await repeat(CONNECTIONS, (sis) =>
          fetchAll(agent, whole, `/api/v2/alarmes?old=${old}`, {
            'sis-key': `b${sis}`,
            authorization: `Bearer ${tokens[sis - 1]}`,
          }),
        ),
        'b bare node:http, no policies': await repeat(CONNECTIONS, (sis) =>
          fetchAll(agent, bare, `/?sis=b${sis}&old=${old}`, {}),
        ),
        'c statement, policies on': await statement(api, old),
        'c statement, policies off': await statement(free, old),
      }
      // The first round warms caches and compilers.
      if (round >= 0) rounds.push(measures)
    }
    process.stdout.write(`\n### ${title}\n\n${table(rounds)}`)
  }
}

// Requests a second, over so many at once, for the set time.
async function repeat(atOnce: number, work: (sis: number) => Promise<unknown>): Promise<number> {
  const began = performance.now()
  let done = 0
  const lane = async (start: number) => {
    for (let n = start; performance.now() - began < SECONDS * 1000; n += atOnce) {
      await work(((n * 7919) % SIS) + 1)
      done++
    }
  }
  await Promise.all(Array.from({ length: atOnce }, (_, index) => lane(index)))
  return done / ((performance.now() - began) / 1000)
}

function statementLoop(client: pg.Client, old: boolean): (sis: number) => Promise<unknown> {
  return (sis) =>
    client.query({
      name: 'statement',
      text: "select api.list_alarmes($2)::text as json from request.open(null, $1, '{intervention.lecture}', null)",
      values: [`b${sis}`, old],
    })
}

function fetchAll(agent: Agent, port: number, path: string, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${path}: ${response.statusCode}`))
      response.resume().on('end', resolve)
    }).on('error', reject)
  })
}

async function prepareDatabase(): Promise<string> {
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
  await load(admin)
  return admin
}

async function load(admin: string): Promise<void> {
  const client = new pg.Client(admin)
  await client.connect()
  for (const statement of readFileSync(join(import.meta.dirname, 'data.sql'), 'utf8').split(/;$/m)) {
    if (statement.trim() !== '') await client.query(statement)
  }
  await client.end()
}

async function postgresVersion(url: string): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  await client.end()
  return rows[0]?.server_version ?? 'unknown'
}

async function makeTokens(keyFile: string): Promise<string[]> {
  const key = await readSigningKey(undefined, keyFile)
  const claims = {
    id: 1,
    admin: false,
    validated: true,
    pseudo: 'Banc',
    email: 'banc@example.org',
    mobiles: [],
    sapeurs: {},
  }
  return Promise.all(
    Array.from({ length: SIS }, (_, n) =>
      signAccessToken(key, { ...claims, permissions: { [`b${n + 1}`]: ['intervention.lecture'] } }),
    ),
  )
}

async function startServer(which: 'whole' | 'bare', url: string, keyFile: string): Promise<number> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'servers.ts'), which, url, keyFile], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.add(child, async () => child.kill())
  const [port] = await once(child.stdout, 'data')
  return Number(String(port))
}

import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { generateKeys } from '../../src/auth/key_file.ts'
import type { StoredKey } from '../../src/auth/key_set.ts'
import { bootstrap } from '../../src/db/bootstrap.ts'
import { startEmbedded } from '../../src/db/embedded.ts'
import { migrate } from '../../src/db/migrate.ts'
import { loadDemo } from '../../src/demo/load.ts'
import { startPooler } from './pooler.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the superuser of the run's PostgreSQL, without a database. */
    adminUrl: string
    /** The port of PgBouncer; 0 if the servers under test need none. */
    poolerPort: number
    /** The keys of the servers under test: making two takes longer than the rest of a server's start. */
    keys: StoredKey[]
  }
}

const log = pino({ level: 'silent' })

/** Passwords of the logins in the run's PostgreSQL. */
export const passwords = { auth: 'auth-test', api: 'api-test', worker: 'worker-test' }

/**
 * Starts one PostgreSQL for the whole run, with three databases to clone: `template_empty` (bootstrapped
 * only), `template_migrated` and `template_demo` (with the demo, without its past). TEST_POSTGRES_BINARIES
 * names another PostgreSQL than the embedded one, TEST_INSTALLATION an installation whose servers are tested.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'caserne-test-'))
  // Run by root, the database would otherwise go to /var/lib/caserne, and stay there.
  chmodSync(directory, 0o755)
  const binaries = process.env.TEST_POSTGRES_BINARIES
  const server = await startEmbedded({
    directory: join(directory, 'postgres'),
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '300',
      // It would gather statistics at a time of its own, and its snapshots keep dead rows that a test vacuums.
      autovacuum: 'off',
    },
    ...(binaries ? { binaries } : {}),
    log,
  })
  const pooler = process.env.TEST_INSTALLATION ? await startPooler(server.adminUrl, passwords) : null
  const stop = async () => {
    await pooler?.stop()
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  }
  try {
    await makeTemplates(server.adminUrl)
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('adminUrl', server.adminUrl)
  project.provide('poolerPort', pooler?.port ?? 0)
  project.provide('keys', await generateKeys())
  return stop
}

async function makeTemplates(adminUrl: string): Promise<void> {
  const at = (database: string) => Object.assign(new URL(adminUrl), { pathname: database }).href
  const client = new pg.Client(adminUrl)
  await client.connect()
  try {
    await cloneable(client, at)
  } finally {
    await client.end()
  }
}

async function cloneable(client: pg.Client, at: (database: string) => string): Promise<void> {
  const clone = async (name: string, template: string) => {
    await untilAlone(client)
    await client.query(`create database ${name} template ${template} strategy file_copy`)
  }
  await client.query('create database template_empty')
  await bootstrap(at('template_empty'), passwords)
  await clone('template_migrated', 'template_empty')
  await bootstrap(at('template_migrated'), passwords)
  await migrate(at('template_migrated'), log)
  await clone('template_demo', 'template_migrated')
  // A clone does not inherit the rights on its database.
  await bootstrap(at('template_demo'), passwords)
  // Without the demo's past: most tests make their own rows.
  await loadDemo(at('template_demo'), { history: false })
  await hashAgain(at('template_demo'))
  for (const name of ['template_migrated', 'template_demo']) await mutate(at(name))
  await untilAlone(client)
}

// PostgreSQL does not clone a database while someone is connected to it.
async function untilAlone(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query(
      "select from pg_stat_activity where datname like 'template_%' and pid <> pg_backend_pid()",
    )
    if (rows.length === 0) return
  }
}

// `npm run bench -- mutations` breaks one thing in the databases, to see that a test fails.
async function mutate(url: string): Promise<void> {
  const file = process.env.TEST_MUTATION
  if (file === undefined) return
  const client = new pg.Client(url)
  await client.connect()
  await client.query(readFileSync(file, 'utf8'))
  await client.end()
}

// Hashes at the cost that the tested servers use (PASSWORD_COST). Otherwise the first login of each account
// would be as slow as in production.
async function hashAgain(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query("update auth.users set password_hash = auth.hash_password('caserne-demo', 4)")
  await client.end()
}

import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { generateKeys } from '../../src/auth/key_file.ts'
import type { StoredKey } from '../../src/auth/key_set.ts'
import { startEmbedded } from '../../src/db/embedded.ts'
import { bootstrap, migrate } from '../../src/db/migrate.ts'
import { loadDemo } from '../../src/demo/load.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the superuser of the run's PostgreSQL, without a database. */
    adminUrl: string
    /** The keys of the servers under test: making two takes longer than all else that a server needs. */
    keys: StoredKey[]
  }
}

const log = pino({ level: 'silent' })

/** Passwords of the logins in the run's PostgreSQL. */
export const passwords = { auth: 'auth-test', api: 'api-test', worker: 'worker-test' }

/**
 * One PostgreSQL for the whole run, with two databases to clone: `template_demo` (migrated, with the demo) and
 * `template_empty` (bootstrapped only). TEST_POSTGRES_BINARIES names another PostgreSQL than the embedded one.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'caserne-test-'))
  // As root, the database would otherwise go to /var/lib/caserne, and stay there.
  chmodSync(directory, 0o755)
  const binaries = process.env.TEST_POSTGRES_BINARIES
  const server = await startEmbedded({
    directory: join(directory, 'postgres'),
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
    ...(binaries ? { binaries } : {}),
    log,
  })
  const stop = async () => {
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
  await client.query('create database template_empty')
  await client.query('create database template_demo')
  await bootstrap(at('template_empty'), passwords)
  await bootstrap(at('template_demo'), passwords)
  await migrate(at('template_demo'), log)
  // Without its past: what most tests are about, they make themselves.
  await loadDemo(at('template_demo'), { history: false })
  // A database that someone is still connected to cannot be cloned.
  for (;;) {
    const { rows } = await client.query(
      "select from pg_stat_activity where datname like 'template_%' and pid <> pg_backend_pid()",
    )
    if (rows.length === 0) break
  }
}

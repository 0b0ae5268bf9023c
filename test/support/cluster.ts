import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { generateKeys } from '../../src/auth/key_file.ts'
import type { StoredKey } from '../../src/auth/key_set.ts'
import { startEmbedded } from '../../src/db/embedded.ts'
import { passwords } from './cluster_templates.ts'
import { careless, keptCluster, unpackCluster } from './kept_cluster.ts'
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

/**
 * Starts one PostgreSQL for the whole run, with the databases of cluster_templates.ts to clone. TEST_POSTGRES_BINARIES
 * names another PostgreSQL than the embedded one, TEST_INSTALLATION an installation whose servers are tested.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const binaries = process.env.TEST_POSTGRES_BINARIES
  const keys = generateKeys()
  const parent = mkdtempSync(join(tmpdir(), 'caserne-test-'))
  // Run by root, the database would otherwise go to /var/lib/caserne, and stay there.
  chmodSync(parent, 0o755)
  const directory = join(parent, 'postgres')
  await unpackCluster(await keptCluster(binaries), directory)
  const server = await startEmbedded({
    directory,
    settings: {
      ...careless,
      max_connections: '300',
      timezone: 'Asia/Tokyo',
      // It would gather statistics at a time of its own, and its snapshots keep dead rows that a test vacuums.
      autovacuum: 'off',
    },
    ...(binaries ? { binaries } : {}),
    log: pino({ level: 'silent' }),
  })
  const pooler = process.env.TEST_INSTALLATION ? await startPooler(server.adminUrl, passwords) : null
  const stop = async () => {
    await pooler?.stop()
    await server.stop()
    rmSync(parent, { recursive: true, force: true })
  }
  await mutate(server.adminUrl).catch((error: unknown) => stop().then(() => Promise.reject(error)))
  project.provide('adminUrl', server.adminUrl)
  project.provide('poolerPort', pooler?.port ?? 0)
  project.provide('keys', await keys)
  return stop
}

// `npm run bench -- mutations` breaks one thing in the databases, to see that a test fails.
async function mutate(adminUrl: string): Promise<void> {
  const file = process.env.TEST_MUTATION
  if (file === undefined) return
  for (const database of ['template_migrated', 'template_demo']) {
    const client = new pg.Client(Object.assign(new URL(adminUrl), { pathname: database }).href)
    await client.connect()
    await client.query(readFileSync(file, 'utf8')).finally(() => client.end())
  }
}

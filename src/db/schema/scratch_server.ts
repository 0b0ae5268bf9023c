import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clearAllPools } from 'graphile-migrate/dist/pgReal.js'
import { pino } from 'pino'
import { root } from '../../config.ts'
import { bootstrap } from '../bootstrap.ts'
import { startEmbedded } from '../embedded.ts'
import { newClient } from '../new_client.ts'

const passwords = { auth: 'x', api: 'x', worker: 'x' }

/** The address for caserne_api of a database of the scratch server. */
export function asApi(url: string): string {
  return Object.assign(new URL(url), { username: 'caserne_api', password: passwords.api }).href
}

/** The databases of the scratch server, bootstrapped and empty. */
type Scratch = 'from_files' | 'from_migrations'

/**
 * Starts a temporary PostgreSQL for a piece of work, and removes it afterwards.
 * @param work receives the superuser's address of each database.
 */
export async function withScratchServer<T>(
  work: (url: (database: Scratch) => string) => Promise<T>,
): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'caserne-schema-'))
  // Readable by the account that runs PostgreSQL for root: else the data would go to /var/lib/caserne and stay there.
  chmodSync(directory, 0o755)
  const server = await startEmbedded({
    directory: join(directory, 'postgres'),
    settings: { fsync: 'off' },
    log: pino({ level: 'silent' }),
  })
  const url = (database: Scratch) => Object.assign(new URL(server.adminUrl), { pathname: database }).href
  try {
    await prepare(server.adminUrl, url)
    return await work(url)
  } finally {
    // The pools of graphile-migrate stay open for a while, and end the program if their server stops meanwhile.
    clearAllPools()
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

async function prepare(adminUrl: string, url: (database: Scratch) => string): Promise<void> {
  const client = newClient(adminUrl)
  await client.connect()
  await client.query(readFileSync(join(root, 'sql/database_roles.sql'), 'utf8'))
  for (const database of ['from_files', 'from_migrations'] as const) {
    await client.query(`create database ${database}`)
    await bootstrap(url(database), passwords)
  }
  await client.end()
}

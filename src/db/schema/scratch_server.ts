import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clearAllPools } from 'graphile-migrate/dist/pgReal.js'
import pg from 'pg'
import { pino } from 'pino'
import { root } from '../../config.ts'
import { bootstrap } from '../bootstrap.ts'
import { startEmbedded } from '../embedded.ts'

const passwords = { auth: 'x', api: 'x', worker: 'x' }

/** The address of a database of the scratch server for caserne_api. */
export function asApi(url: string): string {
  return Object.assign(new URL(url), { username: 'caserne_api', password: passwords.api }).href
}

/** Databases of the scratch server: bootstrapped and empty. */
type Scratch = 'from_files' | 'from_migrations'

/**
 * Gives a piece of work a PostgreSQL of its own, and removes it afterwards.
 * @param work gets the address of each database, as superuser.
 */
export async function withScratchServer<T>(
  work: (url: (database: Scratch) => string) => Promise<T>,
): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'caserne-schema-'))
  // As root, the database would otherwise go to /var/lib/caserne, and stay there.
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
    // graphile-migrate's pools linger, and end the program when their server goes away.
    clearAllPools()
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

async function prepare(adminUrl: string, url: (database: Scratch) => string): Promise<void> {
  const client = new pg.Client(adminUrl)
  await client.connect()
  await client.query(readFileSync(join(root, 'sql/database_roles.sql'), 'utf8'))
  for (const database of ['from_files', 'from_migrations'] as const) {
    await client.query(`create database ${database}`)
    await bootstrap(url(database), passwords)
  }
  await client.end()
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'graphile-migrate'
import pg from 'pg'
import type { BaseLogger } from 'pino'
import { root } from '../config.ts'
import { buildNew } from './build_new.ts'
import { CONNECT_MS, unreachable } from './connect.ts'
import { explainForeign, foreignMigrations, isUnmigrated } from './foreign_migrations.ts'
import { type Guard, putUpGuards } from './guards.ts'
import { migrationsFor } from './list_migrations.ts'
import { alone } from './migration_lock.ts'
import { newClient } from './new_client.ts'
import { type PendingMigration, pendingMigrations, runPending } from './pending_migrations.ts'
import type { CatchUpReport } from './schema/describe_catch_up.ts'
import { lastHash } from './schema/program_migrations.ts'
import { untilFree } from './until_free.ts'

type Log = Pick<BaseLogger, 'info' | 'warn' | 'error' | 'debug'>

/** How long a migration waits for a lock: who comes after it waits as well. */
export const LOCK_TIMEOUT_MS = 3_000

/** Callbacks that follow a migration, and how a new database is made. */
interface MigrationWatch {
  /** Whether a new database also runs the migrations of all releases one by one, to try them. */
  replay?: boolean
  /** Every few seconds while another run is under way. */
  onWait?: () => void
  /** A migration begins. @param name e.g. `000002.sql` */
  onBegin?: (name: string) => void
  /** A database with an earlier text of a migration has run what it lacked. */
  onCatchUp?: (report: CatchUpReport) => void
  /** A migration was rolled back, because another session held a lock; it is tried again. */
  onRetry?: (tries: number) => void
}

const remedy = 'Lancez : npm run caserne -- migrate (--bootstrap la première fois)'

/**
 * Brings a bootstrapped database to the schema of this program, and installs the worker's queue: a new one is built from
 * sql/, another runs the migrations that it lacks. The second of two runs waits.
 * @param adminUrl the address of a login that may become caserne_owner.
 * @returns the guards that this login could not put up.
 */
export async function migrate(adminUrl: string, log: Log, watch: MigrationWatch = {}): Promise<Guard[]> {
  // Throws with the remedy if the database is not prepared.
  await (await connectAsOwner(adminUrl)).end()
  return await alone(withRole(adminUrl, 'caserne_owner'), watch.onWait ?? (() => undefined), async () => {
    await runMigrations(adminUrl, log, watch)
    return await putUpGuards(adminUrl)
  })
}

async function runMigrations(adminUrl: string, log: Log, watch: MigrationWatch): Promise<void> {
  const reports: CatchUpReport[] = []
  const run = async () => {
    await installQueue(adminUrl, log)
    await withOwner(adminUrl, async (owner) => {
      const program = await migrationsFor(owner)
      if (!watch.replay && (await buildNew(owner, program))) return
      // First what an earlier text of one lacks: graphile-migrate takes that one for done, and runs those after it.
      const outdated = (await pendingMigrations(owner, program)).filter(({ report }) => report !== null)
      reports.push(...(await runAll(owner, outdated, watch)))
      await runCommitted(adminUrl, log, watch)
      // Then the migration of the next release, which it does not know.
      await runAll(owner, await pendingMigrations(owner, program), watch)
    })
    await finish(adminUrl)
  }
  await untilFree(run, watch.onRetry)
  for (const report of reports) watch.onCatchUp?.(report)
}

// The migrations that releases have frozen.
async function runCommitted(adminUrl: string, log: Log, watch: MigrationWatch): Promise<void> {
  // Loaded on demand: a new database does not need it.
  const { Logger, migrate: replay } = await import('graphile-migrate')
  const { clearAllPools } = await import('graphile-migrate/dist/pgReal.js')
  try {
    await replay({
      connectionString: withRole(adminUrl, 'caserne_owner'),
      migrationsFolder: join(root, 'migrations'),
      pgSettings: { search_path: 'pg_catalog', lock_timeout: String(LOCK_TIMEOUT_MS) },
      logger: migrateLogger(Logger, log, watch),
    })
  } finally {
    // Its pools stay open for a while. A pool exits the program if the database stops meanwhile.
    clearAllPools()
  }
}

async function withOwner(adminUrl: string, work: (owner: pg.Client) => Promise<void>): Promise<void> {
  const owner = await connectAsOwner(adminUrl)
  // The statement that a broken connection interrupts reports the error.
  owner.on('error', () => undefined)
  try {
    await owner.query(`set search_path = pg_catalog; set lock_timeout = ${LOCK_TIMEOUT_MS}`)
    await work(owner)
  } finally {
    await owner.end()
  }
}

async function runAll(
  owner: pg.Client,
  migrations: PendingMigration[],
  { onBegin }: MigrationWatch,
): Promise<CatchUpReport[]> {
  for (const migration of migrations) {
    onBegin?.(migration.name)
    await runPending(owner, migration)
  }
  return migrations.flatMap(({ report }) => report ?? [])
}

// caserne_owner owns the queue; sql/queue.sql grants the worker its use.
async function installQueue(adminUrl: string, log: Log): Promise<void> {
  const { runMigrations: installSchema } = await import('graphile-worker')
  const { queueLogger } = await import('./queue_logger.ts')
  await installSchema({
    connectionString: withRole(adminUrl, 'caserne_owner'),
    logger: queueLogger(log),
  })
  await asOwner(adminUrl, readFileSync(join(root, 'sql/queue.sql'), 'utf8'))
}

async function finish(adminUrl: string): Promise<void> {
  await asOwner(
    adminUrl,
    // Some versions of pg_dump leave out which statistics the planner may not keep of the index of a constraint.
    readFileSync(join(root, 'sql/app/statistiques/forget_statistics.sql'), 'utf8'),
    readFileSync(join(root, 'sql/database_settings.sql'), 'utf8'),
    // A migration may change answers without changing a row. New marks make the ETags that clients hold outdated.
    'select audit.mark_all()',
  )
}

async function asOwner(adminUrl: string, ...statements: string[]): Promise<void> {
  await withOwner(adminUrl, async (owner) => {
    for (const each of statements) await owner.query(each)
  })
}

/**
 * Connects as caserne_owner.
 * @param adminUrl the address of a login that may become caserne_owner.
 * @throws when the database is unreachable; with the remedy, when the role does not exist yet or the login may not
 * become it.
 */
export async function connectAsOwner(adminUrl: string): Promise<pg.Client> {
  const connectionString = withRole(adminUrl, 'caserne_owner')
  const client = newClient({ connectionString, connectionTimeoutMillis: CONNECT_MS })
  await client.connect().catch((error: unknown) => {
    // Both concern `role`: invalid parameter value, insufficient privilege.
    const unprepared = error instanceof pg.DatabaseError && ['22023', '42501'].includes(error.code ?? '')
    throw unprepared
      ? new Error(`La base de données n’est pas préparée (${error.message}). ${remedy}`)
      : unreachable(error)
  })
  return client
}

/** The address of a database at which every statement runs as a role that the login may become. */
export function withRole(databaseUrl: string, role: string): string {
  const url = new URL(databaseUrl)
  url.searchParams.set('options', `-c role=${role}`)
  return url.href
}

/**
 * Whether a database has the last migration of this program. False for an empty database, true for one that is ahead.
 */
export async function isMigrated(client: pg.Pool | pg.Client): Promise<boolean> {
  return await hasMigration(client, lastHash())
}

async function hasMigration(client: pg.Pool | pg.Client, hash: string): Promise<boolean> {
  try {
    const { rows } = await client.query('select request.has_migration($1) as migrated', [hash])
    return rows[0]?.migrated === true
  } catch (error) {
    if (isUnmigrated(error)) return false
    throw error
  }
}

/**
 * Refuses a database that servers and workers cannot use.
 * @throws when the database is unreachable; with the remedy, when it is not prepared or lags the migrations
 * of this program.
 */
export async function requireMigrated(client: pg.Pool | pg.Client): Promise<void> {
  const migrated = await hasMigration(client, lastHash()).catch(explainRefusal)
  if (migrated) return
  const [foreign] = await foreignMigrations(client)
  throw new Error(
    foreign === undefined ? `La base de données n’est pas à jour. ${remedy}` : explainForeign(foreign),
  )
}

/** Connects to a database that is up to date. @throws the errors of requireMigrated. */
export async function connectMigrated(url: string): Promise<pg.Client> {
  const client = newClient(url)
  await client.connect().catch(explainRefusal)
  try {
    await requireMigrated(client)
    return client
  } catch (error) {
    await client.end()
    throw error
  }
}

function explainRefusal(error: unknown): never {
  // An error that no database has reported comes from the connection.
  const { code = '', message } = error instanceof pg.DatabaseError ? error : { code: '08000' }
  // Invalid password, invalid authorization: `--bootstrap` makes the logins.
  if (/^28/.test(code)) throw new Error(`La base de données refuse la connexion (${message}). ${remedy}`)
  // Connection, no such database, too many connections, shutdown.
  throw /^(08|3D|53|57P)/.test(code) ? unreachable(error) : error
}

function migrateLogger(Kind: typeof Logger, log: Log, { onBegin }: MigrationWatch): Logger {
  return new Kind(() => (level, message) => {
    const begun = /Running migration '([^']+)'/.exec(message)?.[1]
    if (begun !== undefined) onBegin?.(begun)
    if (level === 'error') log.error(message)
    else log.debug(message)
  })
}

import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commit, compile, Logger } from 'graphile-migrate'
import { clearAllPools } from 'graphile-migrate/dist/pgReal.js'
import pg from 'pg'
import { pino } from 'pino'
import { root } from '../config.ts'
import { bootstrap } from './bootstrap.ts'
import { startEmbedded } from './embedded.ts'
import { migrate, withRole } from './migrate.ts'

const silent = pino({ level: 'silent' })
const migrations = join(root, 'migrations')
const first = join(migrations, 'committed/000001.sql')
const listingFile = join(migrations, 'schema.txt')
const passwords = { auth: 'x', api: 'x', worker: 'x' }

/** A file in git that is generated from a database with the migrations. */
export interface Generated {
  /** From the checkout. */
  file: string
  /** Its text. @param url a migrated, empty database, as caserne_api */
  print(url: string): Promise<string>
}

/** A listing of what the house's schemas hold (sql from the catalogue), one object a line: equal schemas, equal text. */
export async function listSchema(client: pg.Client): Promise<string> {
  await client.query('set search_path = pg_catalog')
  const { rows } = await client.query<{ line: string }>(
    readFileSync(join(root, 'src/db/listing.sql'), 'utf8'),
  )
  return `${rows.map((row) => row.line).join('\n')}\n`
}

/** sql/schema.sql with every include in its place. */
export function compileSchema(): Promise<string> {
  return compile(
    { connectionString: 'postgres://unused/unused', migrationsFolder: migrations },
    '--!include schema.sql\n',
  )
}

/** Builds the schema in a bootstrapped database straight from sql/. @throws with file and line of what is wrong there. */
export async function buildSchema(adminUrl: string): Promise<void> {
  const client = new pg.Client(withRole(adminUrl, 'caserne_owner'))
  await client.connect()
  try {
    await client.query('set search_path = pg_catalog')
    const sql = await compileSchema()
    await client.query(sql).catch((error: unknown) => {
      throw error instanceof pg.DatabaseError ? new Error(`${locate(error, sql)}${error.message}`) : error
    })
  } finally {
    await client.end()
  }
}

// Where in sql/ a fault lies: `sql/app/sis/sis.sql:12: `, or nothing when the database does not say.
function locate({ position }: pg.DatabaseError, sql: string): string {
  if (position === undefined) return ''
  const open: { file: string; line: number }[] = []
  for (const line of sql.slice(0, Number(position)).split('\n')) {
    const included = /^--! Included (\S+)$/.exec(line)?.[1]
    const current = open.at(-1)
    if (current) current.line += 1
    if (included !== undefined) open.push({ file: included, line: 0 })
    if (line.startsWith('--! EndIncluded')) open.pop()
  }
  const found = open.at(-1)
  return found ? `sql/${found.file}:${found.line}: ` : ''
}

/**
 * Until the first release there is one migration: takes it back and commits it again from sql/, and writes the listing and what
 * else is generated. Afterwards sql/ is changed through migrations/current.sql (docs/migrations.md).
 */
export async function writeMigration(generated: Generated[] = []): Promise<void> {
  await withScratchServer(async (url, directory) => {
    await bootstrap(url('shadow'), passwords)
    await buildSchema(url('shadow'))
    await bootstrap(url('target'), passwords)
    // Committed in a folder of its own: the migration in git is replaced whole, or stays.
    const draft = draftMigrations(directory)
    await commit({
      connectionString: withRole(url('target'), 'caserne_owner'),
      shadowConnectionString: withRole(url('shadow'), 'caserne_owner'),
      rootConnectionString: url('postgres'),
      databaseOwner: 'caserne_owner',
      migrationsFolder: draft,
      pgSettings: { search_path: 'pg_catalog' },
      afterReset: [{ _: 'sql', file: 'afterReset.sql', root: true }],
      logger: new Logger(() => () => undefined),
    })
    writeFileSync(`${first}.new`, readFileSync(join(draft, 'committed/000001.sql')))
    renameSync(`${first}.new`, first)
    writeFileSync(listingFile, await replayAndList(url('target')))
    for (const { file, print } of generated)
      writeFileSync(join(root, file), await print(asApi(url('target'))))
  })
}

function draftMigrations(directory: string): string {
  const draft = join(directory, 'migrations')
  mkdirSync(join(draft, 'committed'), { recursive: true })
  symlinkSync(join(root, 'sql'), join(draft, 'fixtures'))
  symlinkSync(join(root, 'sql/database_roles.sql'), join(draft, 'afterReset.sql'))
  writeFileSync(join(draft, 'current.sql'), '--!include schema.sql\n')
  return draft
}

/** What is generated and does not fit sql/ any more: names of files, none when all is well. */
export async function staleFiles(generated: Generated[] = []): Promise<string[]> {
  const stale: string[] = []
  const committed = readFileSync(first, 'utf8')
  if (!committed.includes((await compileSchema()).trim())) stale.push('migrations/committed/000001.sql')
  await withScratchServer(async (url) => {
    if ((await replayAndList(url('target'))) !== readFileSync(listingFile, 'utf8'))
      stale.push('migrations/schema.txt')
    for (const { file, print } of generated)
      if ((await print(asApi(url('target')))) !== readFileSync(join(root, file), 'utf8')) stale.push(file)
  })
  return stale
}

function asApi(url: string): string {
  return Object.assign(new URL(url), { username: 'caserne_api', password: passwords.api }).href
}

async function replayAndList(adminUrl: string): Promise<string> {
  await bootstrap(adminUrl, passwords)
  await migrate(adminUrl, silent)
  const client = new pg.Client(adminUrl)
  await client.connect()
  try {
    return await listSchema(client)
  } finally {
    await client.end()
  }
}

async function withScratchServer(
  work: (url: (database: string) => string, directory: string) => Promise<void>,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'caserne-schema-'))
  // As root, the database would otherwise go to /var/lib/caserne, and stay there.
  chmodSync(directory, 0o755)
  const server = await startEmbedded({
    directory: join(directory, 'postgres'),
    settings: { fsync: 'off' },
    log: silent,
  })
  const url = (database: string) => Object.assign(new URL(server.adminUrl), { pathname: database }).href
  try {
    const client = new pg.Client(server.adminUrl)
    await client.connect()
    await client.query(readFileSync(join(root, 'sql/database_roles.sql'), 'utf8'))
    for (const database of ['target', 'shadow']) await client.query(`create database ${database}`)
    await client.end()
    await work(url, directory)
  } finally {
    // graphile-migrate's pools linger, and end the program when their server goes away.
    clearAllPools()
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

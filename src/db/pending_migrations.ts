import pg from 'pg'
import { explainForeign } from './foreign_migrations.ts'
import { listMigrations, migrationsFor } from './list_migrations.ts'
import { catchUp } from './schema/catch_up.ts'
import { includedTexts } from './schema/compile_schema.ts'
import { type CatchUpReport, describeCatchUp, printReport } from './schema/describe_catch_up.ts'
import type { ProgramMigration } from './schema/migration_file.ts'
import { currentFile } from './schema/next_migration.ts'
import { placeOf } from './schema/place_of.ts'
import { splitStatements } from './schema/split_statements.ts'

/** A migration that a database lacks, or has in an earlier text. */
export interface PendingMigration extends ProgramMigration {
  /** The SQL that is left to run. */
  sql: string
  /** Report of those statements, if the database has an earlier text. */
  report: CatchUpReport | null
}

/**
 * The migrations of this program that are left to run, in their order.
 * @param client a member of caserne_owner
 * @param given the migrations that the program brings to this database
 * @throws when the database has another text of one that nobody knows
 */
export async function pendingMigrations(
  client: pg.Client,
  given?: ProgramMigration[],
): Promise<PendingMigration[]> {
  const program = given ?? (await migrationsFor(client))
  const listed = new Map((await listMigrations(client, program)).map((each) => [each.name, each]))
  const pending: PendingMigration[] = []
  const before: string[] = []
  for (const migration of program) {
    const state = listed.get(migration.name)
    if (state?.outdated) {
      const applied = await readText(client, migration.name)
      const released = includedTexts(before.join('\n'))
      const sql = catchUp(applied, migration.text, released)
      const report = describeCatchUp(applied, migration.text, released, sql)
      pending.push({ ...migration, sql, report })
    } else if (state?.appliedAt === null) pending.push({ ...migration, sql: migration.text, report: null })
    before.push(migration.text)
  }
  return pending
}

// The text that a database has of a migration which was not frozen when it ran.
async function readText(client: pg.Client, name: string): Promise<string> {
  const { rows } = await client.query<{ content: string }>(
    'select content from graphile_migrate.current where filename = $1',
    [name],
  )
  if (rows[0] === undefined) throw new Error(explainForeign(name))
  return rows[0].content
}

/**
 * Runs a pending migration in one transaction, and keeps its text: a later text goes on from there.
 * @param client as caserne_owner, with the search_path of migrations
 * @throws with the file and line of the fault
 */
export async function runPending(client: pg.Client, migration: PendingMigration): Promise<void> {
  const { report } = migration
  await client.query('begin')
  try {
    await runSql(client, migration)
    await noteApplied(client, migration)
    await keepText(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    // The statements left to do may be the missing ones.
    if (error instanceof Error && report !== null)
      error.message = [error.message, printReport({ ran: [], left: report.left })].join('\n').trim()
    throw error
  }
}

/** Notes in a database that a migration is applied. */
export async function noteApplied(
  client: pg.Client,
  { name, hash, previous }: ProgramMigration,
): Promise<void> {
  await client.query(
    `insert into graphile_migrate.migrations (hash, previous_hash, filename, date) values ($1, $2, $3, clock_timestamp())
     on conflict (hash) do update set date = excluded.date`,
    [hash, previous, name],
  )
}

/** Keeps the text of a migration that no release has frozen, so that a later text can go on from there. */
export async function keepText(client: pg.Client, { name, text }: ProgramMigration): Promise<void> {
  await client.query(
    `insert into graphile_migrate.current (filename, content) values ($1, $2)
     on conflict (filename) do update set content = excluded.content, date = excluded.date`,
    [name, text],
  )
}

// New statements of a later text run one by one, so that each fault has a line. A whole migration, which holds
// locks, runs at once.
async function runSql(client: pg.Client, { sql, report }: PendingMigration): Promise<void> {
  const pieces = report !== null ? splitStatements(sql) : [{ start: 0, end: sql.length }]
  for (const { start, end } of pieces) {
    await client.query(sql.slice(start, end)).catch((error: unknown) => {
      const position =
        error instanceof pg.DatabaseError ? Number(error.position ?? (report !== null ? 1 : 0)) : 0
      // The same error, because its code says whether to try again.
      if (error instanceof Error && position > 0)
        error.message = `${placeOf(start + position, sql, currentFile)}: ${error.message}`
      throw error
    })
  }
}

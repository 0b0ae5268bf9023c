import type pg from 'pg'
import { keepText, noteApplied } from './pending_migrations.ts'
import type { ProgramMigration } from './schema/migration_file.ts'
import { frozenMigrations } from './schema/releases.ts'
import { runSchema } from './schema/run_schema.ts'

// As graphile-migrate makes them.
const tables = `
  create schema graphile_migrate;
  create table graphile_migrate.migrations (
    hash text primary key,
    previous_hash text references graphile_migrate.migrations,
    filename text not null,
    date timestamptz not null default now()
  );
  create table graphile_migrate.current (
    filename text primary key default 'current.sql',
    content text not null,
    date timestamptz not null default now()
  )`

/**
 * Builds a new database from sql/ in one transaction, with all migrations of the program noted as applied. To replay
 * them one by one makes the same (test/schema.test.ts), but takes longer with each release.
 * @param client as caserne_owner, with the search_path of migrations
 * @param program the migrations that the program brings
 * @returns false if the database is not new; nothing is changed then
 */
export async function buildNew(client: pg.Client, program: ProgramMigration[]): Promise<boolean> {
  const { rowCount } = await client.query(
    "select from pg_namespace where nspname in ('graphile_migrate', 'request')",
  )
  if (rowCount !== 0) return false
  const frozen = frozenMigrations()
  await client.query('begin')
  try {
    // Tests check the bodies of functions. Here it would take a quarter of the time.
    await client.query(`${tables}; set local check_function_bodies = off`)
    await runSchema(client)
    for (const migration of program) {
      await noteApplied(client, migration)
      if (!frozen.includes(migration.name)) await keepText(client, migration)
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  return true
}

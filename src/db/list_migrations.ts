import pg from 'pg'
import { programVersion } from '../process/program_version.ts'
import type { ProgramMigration } from './schema/migration_file.ts'
import { programMigrations } from './schema/program_migrations.ts'
import { readReleases } from './schema/releases.ts'

/** A migration that a database has, or that the program brings. */
export interface Migration {
  /** e.g. `000002.sql` */
  name: string
  /** The release that froze it; null for one that no release has frozen yet, or that this program does not know. */
  release: string | null
  /** When it was applied, ISO 8601; null while it waits. */
  appliedAt: string | null
  /** Whether the database has another text of it, such as one from before a release froze it. */
  outdated: boolean
  /** Whether nobody knows that other text, so that nobody knows what the database lacks. */
  foreign: boolean
  /** Whether this program brings it: false for one of a newer release. */
  known: boolean
}

/**
 * The migrations of a database, applied or waiting, the oldest first.
 * @param client a member of caserne_owner
 * @param program the migrations that the program brings to this database
 */
export async function listMigrations(
  client: pg.Pool | pg.Client,
  program?: ProgramMigration[],
): Promise<Migration[]> {
  const applied = await readApplied(client)
  const kept = await keptTexts(client)
  const brought = new Map((program ?? programMigrations(kept)).map(({ name, hash }) => [name, hash]))
  const releases = new Map(
    readReleases().flatMap(({ version, migrations }) =>
      Object.keys(migrations).map((name): [string, string] => [name, version]),
    ),
  )
  return [...new Set([...applied.keys(), ...brought.keys()])].sort().map((name) => {
    const [has, hash] = [applied.get(name), brought.get(name)]
    const known = hash !== undefined
    const outdated = known && has !== undefined && has.hash !== hash
    return {
      name,
      release: releases.get(name) ?? (known ? versionUnderWay() : null),
      appliedAt: has?.date ?? null,
      outdated,
      foreign: outdated && !kept.includes(name),
      known,
    }
  })
}

/** The migrations that this program brings to a database. @param client a member of caserne_owner */
export async function migrationsFor(client: pg.Pool | pg.Client): Promise<ProgramMigration[]> {
  return programMigrations(await keptTexts(client))
}

// The migrations that a database ran before a release froze them: it keeps their texts.
async function keptTexts(client: pg.Pool | pg.Client): Promise<string[]> {
  const rows = await unlessEmpty(
    client.query<{ filename: string }>('select filename from graphile_migrate.current'),
  )
  return rows.map(({ filename }) => filename)
}

/** Whether a database has the migrations of this program, each in its present text. */
export async function isUpToDate(client: pg.Pool | pg.Client): Promise<boolean> {
  return !(await listMigrations(client)).some(isPending)
}

/** Whether a migration is to be run: it waits, or the database has an earlier text of it. */
export function isPending({ appliedAt, outdated }: Migration): boolean {
  return appliedAt === null || outdated
}

// Until a release freezes it, a migration belongs to the version under way.
function versionUnderWay(): string {
  const released = readReleases().some(({ version }) => version === programVersion)
  return released ? `après ${programVersion}` : programVersion
}

// If a database has a migration in several texts, the latest counts.
async function readApplied(
  client: pg.Pool | pg.Client,
): Promise<Map<string, { hash: string; date: string }>> {
  const rows = await unlessEmpty(
    client.query<{ name: string; hash: string; date: Date }>(
      'select filename as name, hash, date from graphile_migrate.migrations order by date',
    ),
  )
  return new Map(rows.map(({ name, hash, date }) => [name, { hash, date: date.toISOString() }]))
}

// No rows of a database where nothing has been migrated yet.
async function unlessEmpty<Row extends pg.QueryResultRow>(
  answer: Promise<pg.QueryResult<Row>>,
): Promise<Row[]> {
  try {
    return (await answer).rows
  } catch (error) {
    // Undefined table, undefined schema.
    if (error instanceof pg.DatabaseError && (error.code === '42P01' || error.code === '3F000')) return []
    throw error
  }
}

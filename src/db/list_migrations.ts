import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { root } from '../config.ts'
import { committedFolder, readReleases } from './schema/releases.ts'

/** A migration that a database has, or that the program brings. */
export interface Migration {
  /** e.g. `000002.sql` */
  name: string
  /** The release that froze it; null for one that no release has frozen yet, or that this program does not know. */
  release: string | null
  /** When it was applied, ISO 8601; null while it waits. */
  appliedAt: string | null
  /** Whether this program brings it: false for one of a newer release. */
  known: boolean
}

/** The migrations of a database, applied or waiting, the oldest first. @param client a member of caserne_owner */
export async function listMigrations(client: pg.Client): Promise<Migration[]> {
  const applied = await readApplied(client)
  const brought = readdirSync(committedFolder).filter((name) => name.endsWith('.sql'))
  const releases = new Map(
    readReleases().flatMap(({ version, migrations }) =>
      Object.keys(migrations).map((name): [string, string] => [name, version]),
    ),
  )
  return [...new Set([...applied.keys(), ...brought])].sort().map((name) => {
    const known = brought.includes(name)
    return {
      name,
      release: releases.get(name) ?? (known ? programVersion() : null),
      appliedAt: applied.get(name) ?? null,
      known,
    }
  })
}

/** The statements of a migration, as `migrate up` runs them. */
export function migrationText(name: string): string {
  const text = readFileSync(join(committedFolder, name), 'utf8')
  // The header ends with the first empty line.
  return text.slice(text.indexOf('\n\n') + 2)
}

// Until a release freezes it, a migration belongs to the version under way.
function programVersion(): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return readReleases().some((each) => each.version === version) ? `après ${version}` : version
}

async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  try {
    const { rows } = await client.query<{ name: string; date: Date }>(
      'select filename as name, date from graphile_migrate.migrations',
    )
    return new Map(rows.map(({ name, date }) => [name, date.toISOString()]))
  } catch (error) {
    // Undefined table, undefined schema: nothing has been migrated yet.
    if (error instanceof pg.DatabaseError && (error.code === '42P01' || error.code === '3F000'))
      return new Map()
    throw error
  }
}

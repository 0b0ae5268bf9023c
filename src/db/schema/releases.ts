import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { root } from '../../config.ts'

const migrations = join(root, 'migrations')
/** The migrations, as they are replayed. */
export const committedFolder = join(migrations, 'committed')
/** Which versions were released, and with which migrations. */
export const releasesFile = join(migrations, 'releases.json')

const Release = z.strictObject({
  version: z.string(),
  /** Commit that the tag names; empty in that commit itself. */
  commit: z.string(),
  /** Migrations that this version added, and the SHA-256 of each file. */
  migrations: z.record(z.string(), z.string()),
})

/** A version that was released: nobody changes its migrations any more. */
export type Release = z.infer<typeof Release>

/** The releases so far, the oldest first. */
export function readReleases(): Release[] {
  return z.array(Release).parse(JSON.parse(readFileSync(releasesFile, 'utf8')))
}

/** SHA-256 of a migration's file, or empty when there is none. */
export function migrationHash(name: string): string {
  const file = join(committedFolder, name)
  return existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex') : ''
}

function frozenHashes(releases: Release[]): [string, string][] {
  return releases.flatMap((release) => Object.entries(release.migrations))
}

/** Names of migrations that a release froze. */
export function frozenMigrations(releases = readReleases()): string[] {
  return frozenHashes(releases).map(([name]) => name)
}

/** Frozen migrations that have been changed or removed since. */
export function changedMigrations(releases = readReleases()): string[] {
  return frozenHashes(releases)
    .filter(([name, hash]) => migrationHash(name) !== hash)
    .map(([name]) => name)
}

/** The migration that the next release will freeze: its name, whether or not it exists. */
export function nextMigration(releases = readReleases()): string {
  return `${String(frozenMigrations(releases).length + 1).padStart(6, '0')}.sql`
}

/** Migrations that are neither frozen nor the next one. */
export function strayMigrations(releases = readReleases()): string[] {
  const known = [...frozenMigrations(releases), nextMigration(releases)]
  return readdirSync(committedFolder).filter((name) => name.endsWith('.sql') && !known.includes(name))
}

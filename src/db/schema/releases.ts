import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { root } from '../../config.ts'

const migrations = join(root, 'migrations')
/** The folder of the migrations that are replayed. */
export const committedFolder = join(migrations, 'committed')
/** The file that records each released version with its migrations. */
export const releasesFile = join(migrations, 'releases.json')

const Release = z.strictObject({
  version: z.string(),
  /** The commit that was released, for copies without tags. The commit after it writes this down. */
  commit: z.string().optional(),
  /** The migrations that this version added: the SHA-256 of each file by its name. */
  migrations: z.record(z.string(), z.string()),
})

/** A released version. Its migrations never change again. */
type Release = z.infer<typeof Release>

/** The releases so far, the oldest first. */
export function readReleases(): Release[] {
  return z.array(Release).parse(JSON.parse(readFileSync(releasesFile, 'utf8')))
}

/** The SHA-256 of a migration's file; empty when the file does not exist. */
export function migrationHash(name: string, folder = committedFolder): string {
  const file = join(folder, name)
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

/** The name of the migration that the next release freezes. */
export function nextMigration(releases = readReleases()): string {
  return `${String(frozenMigrations(releases).length + 1).padStart(6, '0')}.sql`
}

/** Migrations that no release has frozen: `caserne schema --release` alone writes there. */
export function strayMigrations(releases = readReleases()): string[] {
  const known = frozenMigrations(releases)
  return readdirSync(committedFolder).filter((name) => name.endsWith('.sql') && !known.includes(name))
}

import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../config.ts'
import { currentFile } from './next_migration.ts'
import { committedFolder, migrationHash, nextMigration, readReleases, releasesFile } from './releases.ts'

/**
 * Freezes the next migration as part of a version, and empties migrations/current.sql for later changes. A version
 * without a change of the schema freezes no migration.
 * @throws when the version has been released already.
 */
export function freezeRelease(version: string): void {
  const releases = readReleases()
  if (releases.some((release) => release.version === version))
    throw new Error(`La version ${version} est déjà publiée.`)
  const name = nextMigration(releases)
  const migrations = existsSync(join(committedFolder, name)) ? { [name]: migrationHash(name) } : {}
  const released = [...releases, { version, migrations }]
  writeFileSync(releasesFile, `${JSON.stringify(released, null, 2)}\n`)
  writeFileSync(join(root, currentFile), '-- Enter migration here\n')
}

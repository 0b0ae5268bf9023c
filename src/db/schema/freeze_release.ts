import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../config.ts'
import { printMigration } from './migration_file.ts'
import { compileNextMigration, currentFile, isBlank } from './next_migration.ts'
import { committedFolder, migrationHash, readReleases, releasesFile } from './releases.ts'

/**
 * Writes the next migration to migrations/committed/ as part of a version, and empties migrations/current.sql for later
 * changes. A version without a change of the schema freezes no migration.
 * @throws when the version has been released already.
 */
export function freezeRelease(version: string): void {
  const releases = readReleases()
  if (releases.some((release) => release.version === version))
    throw new Error(`La version ${version} est déjà publiée.`)
  const next = compileNextMigration()
  if (!isBlank(next)) writeFileSync(join(committedFolder, next.name), printMigration(next))
  const migrations = isBlank(next) ? {} : { [next.name]: migrationHash(next.name) }
  writeFileSync(releasesFile, `${JSON.stringify([...releases, { version, migrations }], null, 2)}\n`)
  writeFileSync(join(root, currentFile), '-- Enter migration here\n')
}

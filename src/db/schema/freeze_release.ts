import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../config.ts'
import { currentFile } from './next_migration.ts'
import {
  committedFolder,
  migrationHash,
  nextMigration,
  type Release,
  readReleases,
  releasesFile,
} from './releases.ts'

function writeReleases(releases: Release[]): void {
  writeFileSync(releasesFile, `${JSON.stringify(releases, null, 2)}\n`)
}

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
  writeReleases([...releases, { version, commit: '', migrations }])
  writeFileSync(join(root, currentFile), '-- Enter migration here\n')
}

/**
 * Notes the commit of the last release, which takes a second commit because a commit cannot hold its own hash.
 * @throws when the commit is already noted.
 */
export function noteCommit(commit: string): void {
  const releases = readReleases()
  const last = releases.at(-1)
  if (last?.commit !== '') throw new Error('Aucune version n’attend son commit.')
  writeReleases([...releases.slice(0, -1), { ...last, commit }])
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { committedFolder, frozenMigrations } from './releases.ts'

/** A migration that this program brings. */
export interface ProgramMigration {
  /** e.g. `000002.sql` */
  name: string
  /** Its identity in a database, of its text and that of the one before: e.g. `sha1:9576…`. */
  hash: string
  /** The hash of the one before; null for the first. */
  previous: string | null
  /** Its statements, with the files of sql/ in place of the lines that include them. */
  text: string
}

/** A migration as its file in migrations/committed/, in the form of graphile-migrate. */
export function printMigration({ hash, previous, text }: ProgramMigration): string {
  return `--! Previous: ${previous ?? '-'}\n--! Hash: ${hash}\n\n${text}`
}

/** The migrations that releases have frozen, in their order. @throws when a file lacks its header */
export function readFrozen(): ProgramMigration[] {
  return frozenMigrations().map((name) => {
    const file = readFileSync(join(committedFolder, name), 'utf8')
    // The header ends with the first empty line.
    const end = file.indexOf('\n\n')
    const header = (key: string) => new RegExp(`^--! ${key}: (\\S+)$`, 'm').exec(file.slice(0, end))?.[1]
    const [hash, previous] = [header('Hash'), header('Previous')]
    if (hash === undefined) throw new Error(`La migration ${name} n’a pas d’en-tête Hash`)
    return { name, hash, previous: previous === '-' ? null : (previous ?? null), text: file.slice(end + 2) }
  })
}

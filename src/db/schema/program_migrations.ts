import { type ProgramMigration, readFrozen } from './migration_file.ts'
import { compileNextMigration, isBlank } from './next_migration.ts'

let last: string | undefined

/**
 * The migrations that this program brings, in their order: those that releases have frozen, then the next one, made
 * from sql/ as it is now. A released program has only frozen ones.
 * @param begun names of migrations that a database has in a text of no release. The next one belongs to the program
 *   also when it is blank, if it is one of them: its changes are to be taken back.
 */
export function programMigrations(begun: string[] = []): ProgramMigration[] {
  const frozen = readFrozen()
  const next = compileNextMigration(frozen)
  const blank = isBlank(next)
  last ??= (blank ? frozen.at(-1) : next)?.hash
  return blank && !begun.includes(next.name) ? frozen : [...frozen, next]
}

/** The hash of the last migration that this program brings, which a database must have. Computed once. */
export function lastHash(): string {
  if (last === undefined) programMigrations()
  if (last === undefined) throw new Error('Ce programme n’apporte aucune migration')
  return last
}

import { describeChange } from '../db/schema/describe_change.ts'
import { freezeRelease } from '../db/schema/freeze_release.ts'
import { compileNextMigration, isBlank } from '../db/schema/next_migration.ts'
import { staleFiles } from '../db/schema/stale_files.ts'
import { writeSchema } from '../db/schema/write_schema.ts'
import { graphqlDocument } from '../http/graphql/print_schema.ts'
import { graphqlTables } from '../http/graphql/print_tables.ts'

// In this order: the document shows these tables.
const generated = [graphqlTables, graphqlDocument]

/** Options for `caserne schema`. Without any, it writes the files that are generated from sql/. */
export interface SchemaOptions {
  check?: boolean
  /** Prints the next migration. */
  next?: boolean
  /** Freezes the next migration for this version. */
  release?: string
}

/**
 * `caserne schema`.
 * @returns a report of what was written, and what to do next; with `next`, the next migration.
 * @throws when the migrations do not lead to what sql/ builds; with `check`, when a generated file is out of date.
 */
export async function schemaCommand({ check, next, release }: SchemaOptions): Promise<string> {
  if (next) return printNext()
  if (check) await checkFiles()
  else if (release !== undefined) freezeRelease(release)
  else return describeChange(await writeSchema(generated))
  return ''
}

function printNext(): string {
  const next = compileNextMigration()
  return isBlank(next) ? '' : next.text.trimEnd()
}

async function checkFiles(): Promise<void> {
  const stale = await staleFiles(generated)
  if (stale.length > 0) throw new Error(`À régénérer (npm run caserne -- schema) : ${stale.join(', ')}`)
}

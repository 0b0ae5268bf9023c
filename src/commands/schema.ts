import { describeChange } from '../db/schema/describe_change.ts'
import { freezeRelease, noteCommit } from '../db/schema/freeze_release.ts'
import { staleFiles } from '../db/schema/stale_files.ts'
import { writeSchema } from '../db/schema/write_schema.ts'
import { graphqlDocument } from '../http/graphql/print_schema.ts'

/** What `caserne schema` is to do instead of writing what follows from sql/. */
export interface SchemaOptions {
  check?: boolean
  /** The version to freeze the migration for. */
  release?: string
  /** The commit of the version released last. */
  commit?: string
}

/**
 * `caserne schema`.
 * @returns what it wrote and what to do next.
 * @throws when the migrations do not lead to sql/; with `check`, when a file does not follow from it.
 */
export async function schemaCommand({ check, release, commit }: SchemaOptions): Promise<string> {
  if (check) await checkFiles()
  else if (release !== undefined) freezeRelease(release)
  else if (commit !== undefined) noteCommit(commit)
  else return describeChange(await writeSchema([graphqlDocument]))
  return ''
}

async function checkFiles(): Promise<void> {
  const stale = await staleFiles([graphqlDocument])
  if (stale.length > 0) throw new Error(`À régénérer (npm run caserne -- schema) : ${stale.join(', ')}`)
}

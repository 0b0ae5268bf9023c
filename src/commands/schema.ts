import { describeChange } from '../db/schema/describe_change.ts'
import { staleFiles } from '../db/schema/stale_files.ts'
import { writeSchema } from '../db/schema/write_schema.ts'
import { graphqlDocument } from '../http/graphql/print_schema.ts'

/** `caserne schema`: writes what follows from sql/. @returns what it wrote and what to do next. @throws when migrations miss something. */
export async function schemaCommand(): Promise<string> {
  return describeChange(await writeSchema([graphqlDocument]))
}

/** `caserne schema --check`. @throws naming the files that do not follow from sql/. */
export async function checkSchema(): Promise<void> {
  const stale = await staleFiles([graphqlDocument])
  if (stale.length > 0) throw new Error(`À régénérer (npm run caserne -- schema) : ${stale.join(', ')}`)
}

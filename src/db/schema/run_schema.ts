import pg from 'pg'
import { compileIncludes, contentsPage, readSql } from './compile_schema.ts'
import { placeOf } from './place_of.ts'

/**
 * Runs all of sql/ in a bootstrapped database.
 * @param client as caserne_owner, with the search_path of migrations
 * @throws with the file and line of the fault
 */
export async function runSchema(client: pg.Client): Promise<void> {
  const files = readSql()
  const sql = compileIncludes(contentsPage(files), files)
  await client.query(sql).catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError) || error.position === undefined) throw error
    // The same error, because its code says whether to try again.
    error.message = `${placeOf(Number(error.position), sql, 'sql/schema.sql')}: ${error.message}`
    throw error
  })
}

import pg from 'pg'
import { withRole } from '../migrate.ts'
import { newClient } from '../new_client.ts'
import { compileIncludes, contentsPage } from './compile_schema.ts'
import { placeOf } from './place_of.ts'

/** Builds the schema in a bootstrapped database straight from sql/. @throws with the file and line of the fault. */
export async function buildSchema(adminUrl: string): Promise<void> {
  const client = newClient(withRole(adminUrl, 'caserne_owner'))
  await client.connect()
  try {
    await client.query('set search_path = pg_catalog')
    const sql = compileIncludes(contentsPage())
    await client.query(sql).catch((error: unknown) => {
      if (!(error instanceof pg.DatabaseError) || error.position === undefined) throw error
      throw new Error(`${placeOf(Number(error.position), sql, 'sql/schema.sql')}: ${error.message}`)
    })
  } finally {
    await client.end()
  }
}

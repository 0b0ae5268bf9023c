import { withRole } from '../migrate.ts'
import { newClient } from '../new_client.ts'
import { runSchema } from './run_schema.ts'

/** Builds the schema in a bootstrapped database straight from sql/. @throws with the file and line of the fault. */
export async function buildSchema(adminUrl: string): Promise<void> {
  const client = newClient(withRole(adminUrl, 'caserne_owner'))
  await client.connect()
  try {
    await client.query('set search_path = pg_catalog')
    await runSchema(client)
  } finally {
    await client.end()
  }
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { root } from '../../config.ts'

/** The path of the listing in git, from the checkout. */
export const listingFile = 'migrations/schema.txt'

/** Lists what Caserne's schemas hold, one object per line (listing.sql). Equal schemas have equal listings. */
export async function listSchema(client: pg.Client): Promise<string> {
  await client.query('set search_path = pg_catalog')
  const { rows } = await client.query<{ line: string }>(
    readFileSync(join(root, 'src/db/schema/listing.sql'), 'utf8'),
  )
  return `${rows.map((row) => row.line).join('\n')}\n`
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../config.ts'
import { listingFile, listSchema } from '../../db/schema/list_schema.ts'
import type { Check } from './check.ts'
import { compareListings } from './compare_listings.ts'
import { ok } from './finding.ts'

/** The objects of the database against the listing that belongs to this release (migrations/schema.txt). */
export const checkDrift: Check = {
  name: 'schéma',
  needs: 'database',
  examine: async ({ database }) => {
    const wanted = readFileSync(join(root, listingFile), 'utf8')
    const found = await listSchema(database)
    const { rows } = await database.query<{ qualifies: boolean }>(
      "select pg_catalog.current_setting('server_version_num')::integer < 160000 as qualifies",
    )
    const findings = compareListings(wanted, found, { qualifies: rows[0]?.qualifies === true })
    return findings.length === 0 ? [ok('politiques, fonctions, tables et droits comme livrés')] : findings
  },
}

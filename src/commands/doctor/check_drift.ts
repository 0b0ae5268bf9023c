import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../config.ts'
import { listingFile, listSchema } from '../../db/schema/list_schema.ts'
import type { Check } from './check.ts'
import { compareListings } from './compare_listings.ts'
import { ok } from './finding.ts'

// The triggers that only the reporting database has (src/db/cells/set_up_reporting.ts).
const ofReporting = /^trigger .* CREATE TRIGGER _01[56]_(source|filling) .*\n/gm

/** The objects of the database against the listing that belongs to this release (migrations/schema.txt). */
export const checkDrift: Check = {
  name: 'schéma',
  needs: 'database',
  examine: async ({ database }) => {
    const wanted = readFileSync(join(root, listingFile), 'utf8')
    const { rows } = await database.query<{ qualifies: boolean; reporting: boolean }>(
      `select pg_catalog.current_setting('server_version_num')::integer < 160000 as qualifies,
              pg_catalog.to_regnamespace('rapport') is not null as reporting`,
    )
    const listed = await listSchema(database)
    const found = rows[0]?.reporting === true ? listed.replaceAll(ofReporting, '') : listed
    const findings = compareListings(wanted, found, { qualifies: rows[0]?.qualifies === true })
    return findings.length === 0 ? [ok('politiques, fonctions, tables et droits comme livrés')] : findings
  },
}

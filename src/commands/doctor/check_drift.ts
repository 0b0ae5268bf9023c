import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../config.ts'
import { listingFile, listSchema } from '../../db/schema/list_schema.ts'
import type { Check } from './check.ts'
import { lacksRole } from './check_roles.ts'
import { compareListings } from './compare_listings.ts'
import { ok, unchecked } from './finding.ts'

// The triggers that only the reporting database has (src/db/cells/set_up_reporting.ts).
const ofReporting = /^trigger .* CREATE TRIGGER _01[56]_(source|filling) .*\n/gm

// Logins of followers need to read what is published (src/db/cells/cell.ts). These grants are no surplus.
function isOfFollower(line: string, followers: string[]): boolean {
  const [, login = ''] =
    /^grant (?:SELECT|USAGE) to "?([^" ]+)"? on (?!.* with grant option$)/.exec(line) ?? []
  return followers.includes(login)
}

/** The objects of the database against the listing that belongs to this release (migrations/schema.txt). */
export const checkDrift: Check = {
  name: 'schéma',
  needs: 'database',
  examine: async ({ database }) => {
    // Every right of it is missing too.
    if (await lacksRole(database))
      return [unchecked('il manque un rôle : comparez de nouveau quand il est là')]
    const wanted = readFileSync(join(root, listingFile), 'utf8')
    const { rows } = await database.query<{ qualifies: boolean; reporting: boolean; followers: string[] }>(
      `select pg_catalog.current_setting('server_version_num')::integer < 160000 as qualifies,
              pg_catalog.to_regnamespace('rapport') is not null as reporting,
              array(select r.rolname::text from pg_catalog.pg_roles r
                     where r.rolreplication
                       and (r.rolname ~ '^caserne_.+_vers_.+$'
                            or r.rolname in (select s.slot_name from pg_catalog.pg_replication_slots s where s.slot_name ~ '^caserne_move_'))
                   ) as followers`,
    )
    const { qualifies = false, reporting = false, followers = [] } = rows[0] ?? {}
    const listed = (await listSchema(database)).split('\n').filter((line) => !isOfFollower(line, followers))
    const found = reporting ? listed.join('\n').replaceAll(ofReporting, '') : listed.join('\n')
    const findings = compareListings(wanted, found, { qualifies })
    return findings.length === 0 ? [ok('politiques, fonctions, tables et droits comme livrés')] : findings
  },
}

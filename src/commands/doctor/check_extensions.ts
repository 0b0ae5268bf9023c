import type { Check } from './check.ts'
import { type Finding, fault, ok, warning } from './finding.ts'

interface Extension {
  name: string
  /** null: it is not installed. */
  installed: string | null
  offered: string | null
  schema: string | null
}

const extensions = `
  select n.name, e.extversion as installed, a.default_version as offered, s.nspname as schema
    from (values ('btree_gist'), ('pgcrypto')) as n (name)
    left join pg_catalog.pg_extension e on e.extname = n.name
    left join pg_catalog.pg_namespace s on s.oid = e.extnamespace
    left join pg_catalog.pg_available_extensions a on a.name = n.name
   order by n.name`

/** The extensions of the database, and whether the server has newer versions of them. */
export const checkExtensions: Check = {
  name: 'extensions',
  needs: 'database',
  examine: async ({ database }) => (await database.query<Extension>(extensions)).rows.map(judge),
}

function judge({ name, installed, offered, schema }: Extension): Finding {
  if (installed === null) return fault(`l’extension ${name} manque`, 'Lancez caserne migrate --bootstrap.')
  if (schema !== 'ext')
    return fault(
      `l’extension ${name} est dans le schéma ${schema} au lieu de ext`,
      `Déplacez-la : alter extension ${name} set schema ext;`,
    )
  if (offered !== null && offered !== installed)
    return warning(
      `l’extension ${name} est en version ${installed}, le serveur a la ${offered}`,
      `Mettez-la à jour : alter extension ${name} update;`,
    )
  return ok(`${name} ${installed}`)
}

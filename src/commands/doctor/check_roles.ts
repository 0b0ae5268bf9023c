import type pg from 'pg'
import type { Check } from './check.ts'
import { ok } from './finding.ts'

interface RoleFault {
  sentence: string
  sql: string
}

// Rights that a role of sql/database_roles.sql must not have, each with a French sentence and the SQL that removes it.
const roleFaults = `
  with ours (role, logs_in) as (
    values ('caserne_owner', false), ('caserne_auth', true), ('caserne_api', true), ('caserne_worker', true),
           ('caserne_analyst', false), ('caserne_national', false)
  )
  select format('le rôle %s manque', o.role) as sentence, '' as sql
    from ours o
   where not exists (select from pg_catalog.pg_roles r where r.rolname = o.role)
  union all
  select format('le rôle %s %s', o.role, a.sentence), format('alter role %I %s;', o.role, a.remedy)
    from ours o
    join pg_catalog.pg_roles r on r.rolname = o.role
   cross join lateral (
      values (r.rolsuper, 'est superutilisateur', 'nosuperuser'),
             (r.rolbypassrls, 'contourne les politiques (bypassrls)', 'nobypassrls'),
             (r.rolcreaterole, 'peut créer des rôles', 'nocreaterole'),
             (r.rolcreatedb, 'peut créer des bases', 'nocreatedb'),
             (r.rolreplication, 'peut copier toute la base (replication)', 'noreplication'),
             (r.rolcanlogin and not o.logs_in, 'peut se connecter', 'nologin'),
             (not r.rolcanlogin and o.logs_in, 'ne peut pas se connecter', 'login')
    ) as a (applies, sentence, remedy)
   where a.applies
  union all
  select format('le rôle %s est membre de %s', o.role, g.rolname), format('revoke %I from %I;', g.rolname, o.role)
    from ours o
    join pg_catalog.pg_roles r on r.rolname = o.role
    join pg_catalog.pg_auth_members m on m.member = r.oid
    join pg_catalog.pg_roles g on g.oid = m.roleid
   order by 1`

/** Whether a role of Caserne is missing. */
export async function lacksRole(database: pg.Client): Promise<boolean> {
  return (await database.query<RoleFault>(roleFaults)).rows.some(({ sql }) => sql === '')
}

/** The roles of Caserne and their attributes. */
export const checkRoles: Check = {
  name: 'rôles',
  needs: 'database',
  examine: async ({ database }) => {
    const { rows } = await database.query<RoleFault>(roleFaults)
    if (rows.length === 0) return [ok('les rôles ont leurs attributs, et rien de plus')]
    return rows.map(({ sentence, sql }) =>
      sql === ''
        ? { level: 'fault', sentence, remedy: 'Lancez caserne migrate --bootstrap.' }
        : { level: 'fault', sentence, remedy: `Un superutilisateur y remédie par : ${sql}`, sql },
    )
  },
}

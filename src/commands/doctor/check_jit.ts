import type { Check } from './check.ts'
import { ok } from './finding.ts'

// Logins of Caserne and of analysts whose new sessions compile statements. The most precise setting counts: that of the
// login in this database, of the login, of the database (sql/database_settings.sql). Without any the server's own
// counts, which this session may not see.
const compiling = `
  select r.rolname::text as login,
         case when s.of_login then format('alter role %I in database %I set jit = off;', r.rolname, d.datname) end as sql
    from pg_catalog.pg_roles r
    join pg_catalog.pg_database d on d.datname = current_database()
    left join lateral (
      select split_part(line, '=', 2) as setting, x.setrole <> 0 as of_login
        from pg_catalog.pg_db_role_setting x
       cross join unnest(x.setconfig) as line
       where line like 'jit=%'
         and x.setrole in (0, r.oid)
         and x.setdatabase in (0, d.oid)
       order by x.setrole <> 0 desc, x.setdatabase <> 0 desc
       limit 1
    ) s on true
   where r.rolcanlogin
     and not r.rolsuper
     and (r.rolname in ('caserne_auth', 'caserne_api', 'caserne_worker')
          or exists (select from pg_catalog.pg_auth_members m
                       join pg_catalog.pg_roles g on g.oid = m.roleid
                      where m.member = r.oid and g.rolname in ('caserne_analyst', 'caserne_national')))
     and coalesce(s.setting, (select p.setting from pg_catalog.pg_settings p
                               where p.name = 'jit' and p.source in ('default', 'configuration file', 'command line')), 'on') <> 'off'
   order by 1`

interface Compiling {
  login: string
  /** Turns it off, if a setting of the login itself turns it on. */
  sql: string | null
}

/** The logins for which PostgreSQL compiles statements (JIT). That takes longer than Caserne's statements run. */
export const checkJit: Check = {
  name: 'JIT',
  needs: 'database',
  examine: async ({ database }) => {
    const { rows } = await database.query<Compiling>(compiling)
    if (rows.length === 0) return [ok('éteint pour tous les logins')]
    const sql = rows.flatMap((each) => each.sql ?? []).join(' ')
    return [
      {
        level: 'fault',
        sentence: `allumé pour ${rows.map(({ login }) => login).join(', ')} : un mail peut attendre des secondes`,
        remedy: sql === '' ? 'Lancez caserne migrate.' : `Un superutilisateur l’éteint : ${sql}`,
        ...(sql !== '' && { sql }),
      },
    ]
  },
}

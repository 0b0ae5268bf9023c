import { functions, ours, policies, type Rule, relations, tables } from './rule.ts'

/** Grants and ownership. */
export const rightRules: Rule[] = [
  {
    title: 'Public may execute none of our functions',
    remedy: 'Revoke execute from public, and grant it to the login that calls the function.',
    offenders: `select name as offender from ${functions} f where has_function_privilege('public', oid, 'execute')`,
    breaches: [
      ['grant execute on function app.fuseau() to public', 'app.fuseau()'],
      ["create function app.nouvelle() returns text language sql stable as 'select null'", 'app.nouvelle()'],
    ],
  },
  {
    title: 'Public has no right on our schemas, tables, columns and sequences',
    remedy: 'Revoke the right from public, and grant it to the role that needs it.',
    offenders: `
      select 'schema ' || nspname as offender
        from pg_namespace, aclexplode(nspacl) a
       where nspname in ${ours} and a.grantee = 0
      union all
      select name from ${relations} r, aclexplode(relacl) a where a.grantee = 0
      union all
      select name || '.' || c.attname
        from ${relations} r
        join pg_attribute c on c.attrelid = r.oid,
             aclexplode(c.attacl) a
       where a.grantee = 0`,
    breaches: [
      ['grant usage on schema app to public', 'schema app'],
      ['grant select on app.localites to public', 'app.localites'],
      ['grant select (nom) on auth.sis to public', 'auth.sis.nom'],
    ],
  },
  {
    title: 'Only caserne_owner may create objects in our schemas',
    remedy: 'Revoke create on the schema: objects are made by migrations, which run as caserne_owner.',
    offenders: `
      select nspname || ': ' || a.grantee::regrole as offender
        from pg_namespace, aclexplode(nspacl) a
       where nspname in ${ours} and a.privilege_type = 'CREATE' and a.grantee <> 'caserne_owner'::regrole`,
    breaches: [['grant create on schema app to caserne_worker', 'app: caserne_worker']],
  },
  {
    title:
      'caserne_api inserts and updates by column lists, deletes only where a policy allows it, and may do nothing else but read',
    remedy:
      'Grant insert and update with a list of columns, delete only beside a policy suppression, and nothing else but select.',
    offenders: `
      select r.name || ' ' || lower(a.privilege_type) as offender
        from ${relations} r, aclexplode(r.relacl) a
       where a.grantee = 'caserne_api'::regrole
         and a.privilege_type <> 'SELECT'
         and not (a.privilege_type = 'DELETE' and exists (
           select from ${policies} p where p.polrelid = r.oid and p.polname = 'suppression'
         ))`,
    breaches: [
      ['grant insert on app.groupes to caserne_api', 'app.groupes insert'],
      ['grant update on app.groupes to caserne_api', 'app.groupes update'],
      ['grant delete on app.unites to caserne_api', 'app.unites delete'],
      ['grant truncate on app.groupes to caserne_api', 'app.groupes truncate'],
      ['grant usage on sequence app.groupes_id_seq to caserne_api', 'app.groupes_id_seq usage'],
    ],
  },
  {
    title: 'caserne_api writes neither the SIS key nor an id',
    remedy: 'Leave sis_key and id out of the list of columns: their defaults fill them.',
    offenders: `
      select t.name || '.' || a.attname as offender
        from ${tables} t
        join pg_attribute a on a.attrelid = t.oid and a.attname in ('sis_key', 'id')
       where has_column_privilege('caserne_api', t.oid, a.attnum, 'insert')
          or has_column_privilege('caserne_api', t.oid, a.attnum, 'update')`,
    breaches: [
      ['grant insert (sis_key) on app.groupes to caserne_api', 'app.groupes.sis_key'],
      ['grant update (id) on app.groupes to caserne_api', 'app.groupes.id'],
    ],
  },
  {
    title: 'caserne_owner owns our schemas and everything in them',
    remedy:
      'Remove the statement that changes the owner: what a file of sql/ makes belongs to caserne_owner.',
    offenders: `
      select 'schema ' || nspname as offender
        from pg_namespace
       where nspname in ${ours} and nspowner <> 'caserne_owner'::regrole
      union all
      select name from ${relations} r where relowner <> 'caserne_owner'::regrole
      union all
      select name from ${functions} f where proowner <> 'caserne_owner'::regrole`,
    breaches: [
      ['alter function app.fuseau() owner to caserne_api', 'app.fuseau()'],
      ['alter table app.localites owner to caserne_worker', 'app.localites'],
      ['alter schema stats owner to caserne_auth', 'schema stats'],
    ],
  },
  {
    title: 'The logins own nothing, except caserne_worker its queue',
    remedy: 'Make the object in a file of sql/, so that it belongs to caserne_owner.',
    offenders: `
      select o.identity as offender
        from pg_shdepend d, pg_identify_object(d.classid, d.objid, d.objsubid) o
       where d.deptype = 'o'
         and d.refclassid = 'pg_authid'::regclass
         and d.refobjid in ('caserne_auth'::regrole, 'caserne_api'::regrole, 'caserne_worker'::regrole)
         and d.dbid = (select oid from pg_database where datname = current_database())
         and (d.refobjid = 'caserne_worker'::regrole and 'graphile_worker' in (o.schema, o.identity)) is not true`,
    breaches: [
      ['alter function app.fuseau() owner to caserne_api', 'app.fuseau()'],
      ['create schema ailleurs authorization caserne_worker', 'ailleurs'],
      ['alter table graphile_worker._private_jobs owner to caserne_auth', 'graphile_worker._private_jobs'],
    ],
  },
  {
    // The library that counts attempts (decision 0010) brings its own statements and works directly on its
    // table.
    title:
      'caserne_auth reaches no table but auth.throttles; caserne_worker none outside its queue; caserne_api none outside app, stats and audit',
    remedy: 'Revoke the right, and let the login call a definer function of its own schema.',
    offenders: `
      select l.login || ' ' || n.nspname || '.' || c.relname as offender
        from pg_class c
        join pg_namespace n on n.oid = c.relnamespace
       cross join (values ('caserne_auth', '{}'), ('caserne_worker', '{graphile_worker}'),
                          ('caserne_api', '{app,stats,audit}')) as l (login, rooms)
       where c.relkind in ('r', 'p', 'v', 'm', 'f')
         and n.nspname !~ '^(pg_|information_schema$)'
         and n.nspname <> all (l.rooms::text[])
         and (l.login <> 'caserne_auth' or c.oid <> 'auth.throttles'::regclass)
         and (has_any_column_privilege(l.login, c.oid, 'select, insert, update, references')
              or has_table_privilege(l.login, c.oid, 'delete, truncate, trigger'))`,
    breaches: [
      ['grant select (name) on auth.users to caserne_auth', 'caserne_auth auth.users'],
      ['grant delete on jobs.releves to caserne_worker', 'caserne_worker jobs.releves'],
      ['grant select on auth.sis to caserne_api', 'caserne_api auth.sis'],
      ['grant select on app.localites to caserne_auth', 'caserne_auth app.localites'],
      ['grant select on auth.throttles to caserne_api', 'caserne_api auth.throttles'],
    ],
  },
  {
    title:
      'Besides functions of request, caserne_auth executes only those of auth, and caserne_worker only those of jobs',
    remedy: 'Revoke execute, and write a function of auth or jobs that does what the login needs.',
    offenders: `
      select l.login || ' ' || f.name as offender
        from ${functions} f
       cross join (values ('caserne_auth', 'auth'), ('caserne_worker', 'jobs')) as l (login, room)
       where f.nspname not in (l.room, 'request')
         and has_function_privilege(l.login, f.oid, 'execute')`,
    breaches: [
      ['grant execute on function app.fuseau() to caserne_worker', 'caserne_worker app.fuseau()'],
      ['grant execute on function api.ask_releve() to caserne_auth', 'caserne_auth api.ask_releve()'],
    ],
  },
  {
    title: 'Every definer function fixes an empty search_path',
    remedy: "Add `set search_path = ''` to the head of the function, and qualify every name in its body.",
    offenders: `
      select name as offender
        from ${functions} f
       where prosecdef and not coalesce(proconfig @> array['search_path=""'], false)`,
    breaches: [
      ['alter function auth.list_sis() reset search_path', 'auth.list_sis()'],
      ['alter function auth.list_sis() set search_path = app', 'auth.list_sis()'],
      ['alter function app.fuseau() security definer', 'app.fuseau()'],
    ],
  },
  {
    // Functions of auth are exempt: no login holds a right on its tables.
    title: 'Every definer function outside auth says why it is a definer',
    remedy: 'Say the reason in the comment on the function: `Definer: …`.',
    offenders: `
      select name as offender
        from ${functions} f
       where prosecdef
         and nspname <> 'auth'
         and coalesce(obj_description(oid, 'pg_proc'), '') !~ '\\mDefiner[:,]'`,
    breaches: [
      ["comment on function jobs.ask_releves() is 'Every mailbox there is.'", 'jobs.ask_releves()'],
      ['alter function app.fuseau() security definer', 'app.fuseau()'],
    ],
  },
  {
    title: 'In auth, only functions that a login may execute are definers: the owner runs the others already',
    remedy: 'Remove `security definer`, or grant execute to the login that calls the function.',
    offenders: `
      select name as offender
        from ${functions} f
       where prosecdef
         and nspname = 'auth'
         and not exists (
           select
             from unnest(array['caserne_auth', 'caserne_api', 'caserne_worker', 'caserne_analyst']) as login
            where has_function_privilege(login, f.oid, 'execute')
         )`,
    breaches: [
      ['alter function auth.end_sessions(bigint) security definer', 'auth.end_sessions(bigint)'],
      ['revoke execute on function auth.get_me() from caserne_auth', 'auth.get_me()'],
    ],
  },
  {
    // Anyone who may connect can take an advisory lock, and pg_locks shows which are taken.
    title: 'None of our functions takes an advisory lock',
    remedy: 'Lock a row instead (`select … for update`), because any login may take an advisory lock.',
    offenders: `select name as offender from ${functions} f where prosrc ~* 'advisory_(xact_)?lock(_shared)?\\s*\\('`,
    breaches: [
      [
        "create function app.nouvelle() returns void language sql as 'select pg_advisory_xact_lock(1)'",
        'app.nouvelle()',
      ],
    ],
  },
  {
    title: 'Every view is security_invoker',
    remedy: 'Create the view `with (security_invoker)`.',
    offenders: `
      select name as offender
        from ${relations} r
       where relkind = 'v' and not coalesce('security_invoker=true' = any (reloptions), false)`,
    breaches: [
      ['create view stats.gens as select id from app.sapeurs', 'stats.gens'],
      ['create view stats.gens with (security_invoker = false) as select id from app.sapeurs', 'stats.gens'],
    ],
  },
]

import { functions, guarded, policiesOn, type Rule } from './rule.ts'

/** Rules that keep SIS apart in `auth`, whose tables are reached only through its definer functions. */
export const guardRules: Rule[] = [
  {
    title: 'Every table of auth that belongs to a SIS has row security enabled and forced',
    remedy: 'Write the line `--!tenant` of the table in its file (docs/reference/table-line.md).',
    offenders: `select name as offender from ${guarded} t where not (relrowsecurity and relforcerowsecurity)`,
    breaches: [
      ['alter table auth.roles no force row level security', 'auth.roles'],
      ['alter table auth.memberships disable row level security', 'auth.memberships'],
      ['create table auth.nouvelles (sis_key text not null)', 'auth.nouvelles'],
    ],
  },
  {
    title: 'Within a request, the policy locataire of such a table shows only the SIS of that request',
    remedy:
      'Write the line `--!tenant` of the table in its file (docs/reference/table-line.md), and no policy locataire by hand.',
    offenders: `
      select t.name as offender
        from ${guarded} t
       where not exists (
         select
           from ${policiesOn(guarded)} p
          where p.polrelid = t.oid
            and p.polname = 'locataire'
            and not p.polpermissive
            and p.polcmd = '*'
            and p.polroles = '{0}'
            and p.qual = '(sis_key = COALESCE(request.sis_key(), sis_key))'
            and p.polwithcheck is null
       )`,
    breaches: [
      ['drop policy locataire on auth.roles', 'auth.roles'],
      ['alter policy locataire on auth.user_roles to caserne_auth', 'auth.user_roles'],
      ['alter policy locataire on auth.invitations using (true)', 'auth.invitations'],
      ['alter policy locataire on auth.invitations with check (true)', 'auth.invitations'],
      [
        `drop policy locataire on auth.roles;
         create policy locataire on auth.roles using (sis_key = coalesce(request.sis_key(), sis_key))`,
        'auth.roles',
      ],
    ],
  },
  {
    title: 'The only other policy of such a table, interne, is for the owner alone',
    remedy:
      'Leave the policy interne to the line `--!tenant`, and write no other: definer functions of auth read these tables for everyone else.',
    offenders: `
      select name || '.' || polname as offender
        from ${policiesOn(guarded)} p
       where polname not in ('locataire', 'interne')
          or polname = 'interne' and polroles <> array['caserne_owner'::regrole::oid]
      union all
      select t.name
        from ${guarded} t
       where not exists (
         select from ${policiesOn(guarded)} p where p.polrelid = t.oid and p.polname = 'interne' and p.polpermissive
       )`,
    breaches: [
      ['alter policy interne on auth.roles to caserne_owner, caserne_auth', 'auth.roles.interne'],
      ['alter policy interne on auth.memberships to public', 'auth.memberships.interne'],
      ['create policy lecture on auth.roles for select to caserne_api using (true)', 'auth.roles.lecture'],
      ['drop policy interne on auth.roles', 'auth.roles'],
    ],
  },
  {
    title: 'On tables of auth, only the owner holds rights, except caserne_auth on auth.throttles',
    remedy: 'Take the grant away, and let a definer function of auth do what the login needs.',
    offenders: `
      select a.grantee::regrole || ' auth.' || c.relname as offender
        from pg_class c
        left join pg_attribute k on k.attrelid = c.oid and k.attacl is not null
       cross join lateral (
         select grantee from aclexplode(c.relacl)
         union all
         select grantee from aclexplode(k.attacl)
       ) a
       where c.relnamespace = 'auth'::regnamespace
         and a.grantee <> 'caserne_owner'::regrole
         and (a.grantee, c.oid) <> ('caserne_auth'::regrole, 'auth.throttles'::regclass)`,
    breaches: [
      ['grant select on auth.roles to caserne_analyst', 'caserne_analyst auth.roles'],
      ['grant select (name) on auth.users to caserne_analyst', 'caserne_analyst auth.users'],
      ['grant usage on sequence auth.users_id_seq to caserne_auth', 'caserne_auth auth.users_id_seq'],
    ],
  },
  {
    title:
      'Only request.open, enter, expect, follow, begin_replicated, auth.open_request and check_ouvert write settings, each its own',
    remedy: 'Pass the value as an argument instead of a setting.',
    offenders: `
      select name as offender
        from ${functions} f
       where body ~* '\\m(set_config|set\\s+(local|session|request))\\M'
         and f.oid not in ('request.open(bigint, text, text[], bigint)'::regprocedure, 'request.enter(bigint, text, text[], bigint)'::regprocedure,
                           'auth.open_request(bigint, timestamptz, text, text[], bigint, text[], boolean)'::regprocedure)
         and not (f.oid in ('request.begin_replicated()'::regprocedure, 'request.end_replicated(text)'::regprocedure)
                  and body !~ 'set_config\\(''(?!session_replication_role'')')
         and not (f.oid in ('request.expect(text, text, text[])'::regprocedure, 'request.check_if_match(bigint)'::regprocedure)
                  and body !~ 'set_config\\(''(?!request\\.if_match'')')
          and not (f.oid = 'request.follow(text, bigint)'::regprocedure and body !~ 'set_config\\(''(?!request\\.trace'')')
          and not (f.oid = 'auth.check_ouvert(text)'::regprocedure and body !~ 'set_config\\(''(?!auth\\.ouvert'')')`,
    breaches: [
      [
        `create function auth.f(k text) returns text language sql volatile
           as $$ select set_config('request.sis_key', k, true) $$`,
        'auth.f(text)',
      ],
      [
        "create function request.f() returns void language plpgsql volatile as $$ begin set local request.sis_key = 'hs'; end $$",
        'request.f()',
      ],
    ],
  },
  {
    // A caller passes values, never a part of a statement.
    title: 'No function builds statements',
    remedy: 'Write the statement out, and pass what varies as an argument.',
    // request.missing_guards is exempt: it writes statements for a superuser to read.
    offenders: `
      select name as offender
        from ${functions} f
       where body ~* '\\mexecute\\M' and oid <> 'request.missing_guards()'::regprocedure`,
    breaches: [
      [
        "create function auth.f(t text) returns void language plpgsql volatile as $$ begin execute 'drop table ' || t; end $$",
        'auth.f(text)',
      ],
    ],
  },
  {
    title: 'Functions and foreign keys of auth name nothing of app',
    remedy:
      'Pass the value as an argument, or keep a copy in auth that a trigger of app maintains, as auth.sapeurs is.',
    offenders: `
      select p.name as offender
        from ${functions} p
       where nspname = 'auth'
         and regexp_replace(body, '--[^\n]*', '', 'g') ~ '\\mapp\\.[a-z_]'
      union all
      select k.conrelid::regclass || '.' || k.conname
        from pg_constraint k
        join pg_class c on c.oid = k.conrelid and c.relnamespace = 'auth'::regnamespace
        join pg_class r on r.oid = k.confrelid and r.relnamespace = 'app'::regnamespace`,
    breaches: [
      [
        `create function auth.f() returns bigint language sql as $$ select count(*) from app.sapeurs $$`,
        'auth.f()',
      ],
      [
        'alter table auth.memberships add constraint vers_app foreign key (sis_key, sapeur_id) references app.sapeurs not valid',
        'auth.memberships.vers_app',
      ],
    ],
  },
]

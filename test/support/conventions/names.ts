import { functions, ours, type Rule, relations } from './rule.ts'

/** Names, comments, and the kinds of objects that we do not use. */
export const nameRules: Rule[] = [
  {
    title: 'Every schema, table, view and function is commented',
    remedy: "Add `comment on … is '…'` in the object’s file: one sentence that says what it is.",
    offenders: `
      select 'schema ' || nspname as offender
        from pg_namespace
       where nspname in ${ours} and coalesce(obj_description(oid, 'pg_namespace'), '') = ''
      union all
      select name from ${relations} r where relkind <> 'S' and coalesce(obj_description(oid, 'pg_class'), '') = ''
      union all
      select name from ${functions} f where coalesce(obj_description(oid, 'pg_proc'), '') = ''`,
    breaches: [
      ['comment on table app.groupes is null', 'app.groupes'],
      ['comment on function app.fuseau() is null', 'app.fuseau()'],
      ['comment on schema stats is null', 'schema stats'],
      ['create view stats.un with (security_invoker) as select 1 as un', 'stats.un'],
    ],
  },
  {
    title: 'A comment is a sentence',
    remedy: 'End the comment with a full stop.',
    offenders: `
      select pg_describe_object(d.classoid, d.objoid, d.objsubid) as offender
        from pg_description d
       where (d.classoid = 'pg_class'::regclass and d.objoid in (select oid from ${relations} r)
              or d.classoid = 'pg_proc'::regclass and d.objoid in (select oid from ${functions} f))
         and d.description !~ '[.}]$'`,
    breaches: [["comment on table app.groupes is 'Groups of a SIS'", 'table app.groupes']],
  },
  {
    title: 'Schema api has no overloads except as_json',
    remedy: 'Rename one of the functions: each bears the name of its operation.',
    offenders: `
      select proname::text as offender
        from ${functions} f
       where nspname = 'api' and proname <> 'as_json'
       group by proname
      having count(*) > 1`,
    breaches: [
      [
        "create function api.get_intervention(texte text) returns json language sql stable as 'select null::json'",
        'get_intervention',
      ],
    ],
  },
  {
    title: 'Names consist of lower-case letters, digits and underscores',
    remedy: 'Rename it like dernier_jour: lower case, no accents, a letter first.',
    offenders: `
      select name as offender from ${relations} r where relname !~ '^[a-z][a-z0-9_]*$'
      union all
      select name || '.' || a.attname
        from ${relations} r
        join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
       where a.attname !~ '^[a-z][a-z0-9_]*$'
      union all
      select name from ${functions} f where proname !~ '^[a-z][a-z0-9_]*$'
      union all
      select f.name || ' ' || a.argument
        from ${functions} f, unnest(f.proargnames) as a (argument)
       where a.argument !~ '^[a-z][a-z0-9_]*$'`,
    breaches: [
      ['create table app."Nouvelles" (id bigint)', 'app.Nouvelles'],
      ['alter table app.groupes rename tri to "Tri"', 'app.groupes.Tri'],
      ["create function app.f(_x text) returns text language sql stable as 'select null'", 'app.f(text) _x'],
    ],
  },
  {
    title: 'Triggers are named _NNN_task, their functions tg_table__task, or tg_task when tables share one',
    remedy:
      'Rename the trigger to _NNN_<task>, and its function to tg_<table>__<task>, or tg_<task> if tables share it.',
    offenders: `
      select r.name || ' ' || t.tgname || ' ' || f.proname as offender
        from ${relations} r
        join pg_trigger t on t.tgrelid = r.oid and not t.tgisinternal
        join pg_proc f on f.oid = t.tgfoid
       where t.tgname !~ '^_[0-9]{3}_[a-z][a-z_]*$'
          or f.proname not in ('tg_' || r.relname || '__' || substr(t.tgname, 6), 'tg_' || substr(t.tgname, 6))`,
    breaches: [
      [
        'alter trigger _100_releve on app.messageries rename to releve',
        'app.messageries releve tg_messageries__releve',
      ],
      [
        'alter function jobs.tg_messageries__releve() rename to make_releve',
        'app.messageries _100_releve make_releve',
      ],
    ],
  },
  {
    title: 'A column <verb>_at is an instant',
    remedy: 'Make the column timestamptz, or give it a name that does not end in _at.',
    offenders: `
      select r.name || '.' || a.attname as offender
        from ${relations} r
        join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
       where a.attname like '%\\_at' and a.atttypid <> 'timestamptz'::regtype`,
    breaches: [['alter table app.groupes add seen_at timestamp', 'app.groupes.seen_at']],
  },
  {
    title: 'No schema has enum types or domains',
    remedy: 'Use text with a check, or a table that holds the values.',
    offenders: `
      select n.nspname || '.' || t.typname as offender
        from pg_type t
        join pg_namespace n on n.oid = t.typnamespace
       where n.nspname in ${ours} and t.typtype in ('e', 'd')`,
    breaches: [["create type app.couleur as enum ('ROUGE')", 'app.couleur']],
  },
  {
    title: 'No schema has materialized views or foreign tables',
    remedy: 'Use a view, or a table that triggers fill.',
    offenders: `select name as offender from ${relations} r where relkind in ('m', 'f')`,
    breaches: [['create materialized view stats.un as select 1 as un', 'stats.un']],
  },
]

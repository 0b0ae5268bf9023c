import { functions, type Rule, relations, tables } from './rule.ts'

/** Columns of SIS tables that analysts may read. */
const columns = `(
  select t.oid, t.name, a.attname, a.atttypid, a.attstattarget
    from ${tables} t
    join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
   where t.sis_key is not null
     and has_column_privilege('caserne_analyst', t.oid, a.attnum, 'select')
)`

/** Which view of `stats` reads which columns of tables, directly or through functions. */
const viewed = `(
  with recursive direct as (
    select 'pg_class'::regclass as class, r.ev_class as object, d.refclassid, d.refobjid, d.refobjsubid
      from pg_rewrite r
      join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refobjid <> r.ev_class
    union
    select classid, objid, refclassid, refobjid, refobjsubid from pg_depend where classid = 'pg_proc'::regclass
  ), reached as (
    select oid as view, 'pg_class'::regclass::oid as refclassid, oid as refobjid, 0 as refobjsubid
      from pg_class
     where relnamespace = 'stats'::regnamespace and relkind = 'v'
    union
    select r.view, d.refclassid, d.refobjid, d.refobjsubid
      from reached r
      join direct d on d.class = r.refclassid and d.object = r.refobjid
  )
  select view, refobjid, refobjsubid from reached where refclassid = 'pg_class'::regclass
)`

/**
 * Rules that keep an analyst's conditions from revealing rows outside their grants (docs/reference/analyst-access.md).
 */
export const analystRules: Rule[] = [
  {
    title: 'Analysts hold grants on columns, not tables, so that system columns such as ctid stay hidden',
    remedy: 'Grant select on a list of columns.',
    offenders: `
      select t.name || ' ' || g.role as offender
        from ${tables} t, unnest(array['caserne_analyst', 'caserne_national']) as g (role)
       where t.sis_key is not null and has_table_privilege(g.role, t.oid, 'select')`,
    breaches: [
      ['grant select on app.groupes to caserne_analyst', 'app.groupes caserne_analyst'],
      ['grant select on app.salaires to caserne_national', 'app.salaires caserne_national'],
    ],
  },
  {
    title: 'Analysts of some SIS and national analysts read the same columns',
    remedy: 'Grant the column to both caserne_analyst and caserne_national, or to neither.',
    offenders: `
      select t.name || '.' || a.attname as offender
        from ${tables} t
        join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
       where has_column_privilege('caserne_analyst', t.oid, a.attnum, 'select')
          <> has_column_privilege('caserne_national', t.oid, a.attnum, 'select')`,
    breaches: [['grant select (objet) on app.interventions to caserne_national', 'app.interventions.objet']],
  },
  {
    // A name in any other schema is refused at parsing, before any plan could reveal something.
    title: 'Analysts may use no schema of the database’s own but stats',
    remedy: 'Revoke usage on the schema, and show analysts what they need by a view of stats.',
    offenders: `
      select n.nspname || ' ' || g.role as offender
        from pg_namespace n, unnest(array['caserne_analyst', 'caserne_national']) as g (role)
       where n.nspname !~ '^(pg_|information_schema$)'
         and has_schema_privilege(g.role, n.oid, 'usage') <> (n.nspname = 'stats')`,
    breaches: [
      ['grant usage on schema app to caserne_national', 'app caserne_national'],
      ['grant usage on schema request to caserne_analyst', 'request caserne_analyst'],
      ['grant usage on schema public to public', 'public caserne_analyst'],
    ],
  },
  {
    title: 'Analysts may read every view of stats in full',
    remedy: 'Grant select on the view to caserne_analyst and caserne_national.',
    offenders: `
      select r.name || ' ' || g.role as offender
        from ${relations} r, unnest(array['caserne_analyst', 'caserne_national']) as g (role)
       where r.nspname = 'stats' and not has_table_privilege(g.role, r.oid, 'select')`,
    breaches: [['revoke select on stats.federal from caserne_analyst', 'stats.federal caserne_analyst']],
  },
  {
    // PostgreSQL plans the reads of a view before it refuses them.
    title: 'Analysts may read exactly the table columns that the views of stats read',
    remedy: 'Grant analysts each column that a view of stats reads, and no other, in the table’s file.',
    offenders: `
      select t.name || '.' || a.attname as offender
        from ${tables} t
        join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      cross join lateral (select has_column_privilege('caserne_analyst', t.oid, a.attnum, 'select') as granted) g
       where not g.granted and exists (select from ${viewed} v where v.refobjid = t.oid and v.refobjsubid = a.attnum)
          or g.granted and not exists (
               select
                 from ${viewed} v
                 left join pg_attribute c on c.attrelid = v.view and c.attname = a.attname
                where v.refobjid = t.oid
                  and (v.refobjsubid = a.attnum or c.attname is not null)
             )`,
    breaches: [
      ['grant select (objet) on app.interventions to caserne_analyst', 'app.interventions.objet'],
      ['revoke select (fuseau) on app.sis from caserne_analyst', 'app.sis.fuseau'],
      [
        'create view stats.numeros with (security_invoker) as select sis_key, numero from app.telephones',
        'app.telephones.numero',
      ],
    ],
  },
  {
    // A function body kept as text is parsed with the rights of its caller.
    title:
      'A function that analysts may execute is a definer, uses begin atomic, or names none of our objects',
    remedy: 'Write its body with `begin atomic` instead of as text.',
    offenders: `
      select f.name as offender
        from ${functions} f
       where has_function_privilege('caserne_analyst', f.oid, 'execute')
         and f.prosqlbody is null
         and not f.prosecdef
         and f.prosrc ~ '\\m((app|auth|stats)\\.|request\\.\\w+\\()'`,
    breaches: [
      ['grant execute on function app.fuseau() to caserne_analyst', 'app.fuseau()'],
      [
        `create function stats.f() returns bigint language sql stable as 'select count(*) from stats.sapeurs';
         grant execute on function stats.f() to caserne_analyst`,
        'stats.f()',
      ],
    ],
  },
  {
    // Row estimates would tell analysts about every SIS (app/forget_statistics.sql).
    title:
      'The planner keeps statistics only of key columns of SIS tables, and none of their index expressions',
    remedy:
      'Run sql/app/statistiques/forget_statistics.sql after the statement (in a migration: include it), and make no extended statistics.',
    offenders: `
      select t.name || '.' || a.attname as offender
        from ${tables} t
        join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
       where t.sis_key is not null
         and a.attstattarget is distinct from 0
         and a.attname <> 'annee'
         and (not exists (
                select
                  from pg_constraint k
                 where k.conrelid = t.oid
                   and a.attnum = any (k.conkey)
                   and (k.contype = 'p' or k.contype = 'f' and t.sis_key = any (k.conkey))
              )
              -- Views only sum entries up: no condition reaches a hidden key of theirs.
              or t.name <> 'app.ecritures'
                 and has_any_column_privilege('caserne_analyst', t.oid, 'select')
                 and not has_column_privilege('caserne_analyst', t.oid, a.attnum, 'select'))
      union all
      select i.indexrelid::regclass || ' ' || a.attnum
        from ${tables} t
        join pg_index i on i.indrelid = t.oid
        join pg_attribute a on a.attrelid = i.indexrelid
       where i.indkey[a.attnum - 1] = 0 and a.attstattarget is distinct from 0
      union all
      select stxname::text from pg_statistic_ext where stxnamespace = 'app'::regnamespace`,
    breaches: [
      ['alter table app.sapeurs alter nom set statistics -1', 'app.sapeurs.nom'],
      ['alter table app.telephones alter numero set statistics 10', 'app.telephones.numero'],
      [
        'alter table app.exercice_sapeurs alter excuse_type_id set statistics 10',
        'app.exercice_sapeurs.excuse_type_id',
      ],
      ['alter table app.groupes add surnom text', 'app.groupes.surnom'],
      ['create index groupes_nom_idx on app.groupes (sis_key, lower(designation))', 'app.groupes_nom_idx 2'],
      ['create statistics app.sapeurs_nom on nom, prenom from app.sapeurs', 'sapeurs_nom'],
    ],
  },
  {
    // Other index types answer `sis_key = any (…)` whatever other conditions the query has.
    title: 'An index on columns of a table that analysts read is a B-tree',
    remedy: 'Make the index a B-tree.',
    offenders: `
      select distinct i.indexrelid::regclass::text as offender
        from ${columns} c
        join pg_index i on i.indrelid = c.oid
        join pg_class x on x.oid = i.indexrelid
        join pg_am m on m.oid = x.relam and m.amname <> 'btree'
       where exists (select from unnest(i.indkey) as k (attnum) where k.attnum <> 0)`,
    breaches: [
      [
        'create index groupes_gist_idx on app.groupes using gist (sis_key ext.gist_text_ops)',
        'app.groupes_gist_idx',
      ],
      ['create index groupes_hash_idx on app.groupes using hash (sis_key)', 'app.groupes_hash_idx'],
    ],
  },
]

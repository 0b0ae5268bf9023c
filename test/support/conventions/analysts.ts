import { type Rule, tables } from './rule.ts'

/** Columns of tables of a SIS that analysts read. */
const columns = `(
  select t.oid, t.name, a.attname, a.atttypid, a.attstattarget
    from ${tables} t
    join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
   where t.sis_key is not null
     and has_column_privilege('caserne_analyst', t.oid, a.attnum, 'select')
)`

/** What keeps conditions that an analyst writes from telling him of rows that he does not see (docs/analysts.md). */
export const analystRules: Rule[] = [
  {
    title: 'Analysts read columns by name: a right on the table would show where each row lies',
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
    title: 'Analysts of some SIS and of all read the same columns',
    offenders: `
      select t.name || '.' || a.attname as offender
        from ${tables} t
        join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
       where has_column_privilege('caserne_analyst', t.oid, a.attnum, 'select')
          <> has_column_privilege('caserne_national', t.oid, a.attnum, 'select')`,
    breaches: [['grant select (objet) on app.interventions to caserne_national', 'app.interventions.objet']],
  },
  {
    title: 'Of texts that analysts read the planner keeps no statistics',
    offenders: `
      select name || '.' || attname as offender
        from ${columns} c
       where atttypid = 'text'::regtype and attname <> 'sis_key' and attstattarget is distinct from 0`,
    breaches: [
      ['alter table app.sapeurs alter nom set statistics -1', 'app.sapeurs.nom'],
      ['grant select (objet) on app.interventions to caserne_analyst', 'app.interventions.objet'],
    ],
  },
  {
    // Which reads by sis_key = any (…) whatever else it is asked.
    title: 'An index of a table that analysts read is a B-tree, or of expressions',
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

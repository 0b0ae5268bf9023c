import { functions, guarded, ours, type Rule, tables } from './rule.ts'

/** Tables whose rows belong to a SIS. */
const tenants = `(
  select c.oid, c.oid::regclass::text as name, k.attnum as sis_key
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname in ${ours}
    join pg_attribute k on k.attrelid = c.oid and k.attname = 'sis_key' and k.attnotnull
   where c.relkind in ('r', 'p')
)`

/** How the SIS key runs through every table. */
export const tenancyRules: Rule[] = [
  {
    title: 'The first column of a tenant table is sis_key: not null, by default the SIS of the request',
    remedy: 'Begin the table with `sis_key text not null references auth.sis default request.sis_key()`.',
    offenders: `
      select t.name as offender
        from ${tables} t
        join pg_attribute a on a.attrelid = t.oid and a.attnum = t.sis_key
        left join pg_attrdef d on d.adrelid = t.oid and d.adnum = t.sis_key
       where a.attnum <> 1
          or not a.attnotnull
          or a.atttypid <> 'text'::regtype
          or pg_get_expr(d.adbin, d.adrelid) is distinct from 'request.sis_key()'`,
    breaches: [
      ['alter table app.groupes alter sis_key drop default', 'app.groupes'],
      [
        'create table app.nouvelles (id bigint, sis_key text not null default request.sis_key())',
        'app.nouvelles',
      ],
      ['alter table app.messages drop constraint messages_pkey, alter sis_key drop not null', 'app.messages'],
    ],
  },
  {
    title: 'A table without sis_key is one of the lists that all SIS share',
    remedy: 'Begin the table with sis_key, or add it to the list in this rule if all SIS share its rows.',
    offenders: `
      select t.name as offender
        from ${tables} t
       where t.sis_key is null
         and t.name not in ('app.civilites', 'app.intervention_traitements', 'app.localites', 'app.phase_types',
                            'app.stat_federal', 'app.stat_intervention', 'app.telephone_types', 'app.unites')`,
    breaches: [['create table app.nouvelles (id bigint)', 'app.nouvelles']],
  },
  {
    title: 'Every primary key and index of a tenant table begins with sis_key',
    remedy: 'Put sis_key first in the key or index.',
    offenders: `
      select i.indexrelid::regclass::text as offender
        from ${tables} t
        join pg_index i on i.indrelid = t.oid
       where t.sis_key is not null
         and i.indkey[0] <> t.sis_key
         and not (i.indisexclusion and pg_get_indexdef(i.indexrelid, 1, true) = '(sis_key || ''''::text)')`,
    breaches: [
      ['create index groupes_no_idx on app.groupes (no)', 'app.groupes_no_idx'],
      ['alter table app.messageries add unique (id)', 'app.messageries_id_key'],
      ["create index groupes_cle_idx on app.groupes ((sis_key || ''))", 'app.groupes_cle_idx'],
    ],
  },
  {
    // A SIS keeps its ids when it moves, so in two SIS the same id is two rows.
    title: 'Every unique index on an id of a row of a SIS contains sis_key',
    remedy: 'Add sis_key to the key or index.',
    offenders: `
      select i.indexrelid::regclass::text as offender
        from ${tenants} t
        join pg_index i on i.indrelid = t.oid and i.indisunique
       where t.sis_key <> all (i.indkey::smallint[])
         and exists (
           select
             from pg_attribute a
            where a.attrelid = t.oid
              and a.attnum = any (i.indkey::smallint[])
              and (a.attname = 'id' or a.attname like '%\\_id')
         )`,
    breaches: [
      ['create unique index releves_id_idx on jobs.releves (messagerie_id)', 'jobs.releves_id_idx'],
      ['create unique index journal_id_idx on audit.journal (id)', 'audit.journal_id_idx'],
    ],
  },
  {
    // Functions of other schemas run within a request, and its policies.
    title:
      'A function of jobs or audit that takes the id of a row of a SIS takes sis_key too, or serves the request',
    remedy: 'Add the argument sis_key, and compare the row’s sis_key with it.',
    offenders: `
      select f.name as offender
        from ${functions} f
       where f.nspname in ('jobs', 'audit')
         and exists (
           select
             from unnest(f.proargnames[:f.pronargs], f.proargtypes::oid[]) as a (name, type)
            where a.type = 'bigint'::regtype
              and (a.name = 'id' or a.name like '%\\_id')
              and a.name <> 'user_id'
         )
         and 'sis_key' <> all (f.proargnames[:f.pronargs])
         and f.body !~ '\\mrequest\\.sis_key\\(\\)'
         -- Workers of release 0.1.0 call these: sql/jobs/releves/by_id_alone.sql.
         and f.body !~ '\\mjobs\\.messagerie_sis\\('
         and f.name <> 'jobs.messagerie_sis(bigint)'`,
    breaches: [
      [
        "create function jobs.essai(messagerie_id bigint) returns void language sql as 'select'",
        'jobs.essai(bigint)',
      ],
      [
        "create function audit.essai(ressource text, id bigint) returns void language sql as 'select'",
        'audit.essai(text,bigint)',
      ],
    ],
  },
  {
    title: 'Every tenant table has a primary key',
    remedy: 'Add `primary key (sis_key, id)`, or sis_key and the columns that tell the rows apart.',
    offenders: `
      select t.name as offender
        from ${tables} t
       where not exists (select from pg_index i where i.indrelid = t.oid and i.indisprimary)`,
    breaches: [['alter table app.messages drop constraint messages_pkey', 'app.messages']],
  },
  {
    title: 'Every table of auth that belongs to a SIS begins with sis_key, and so does its primary key',
    remedy: 'Put sis_key first in the table and in its primary key.',
    offenders: `
      select t.name as offender
        from ${guarded} t
       where t.sis_key <> 1
          or not exists (
            select from pg_index i where i.indrelid = t.oid and i.indisprimary and i.indkey[0] = t.sis_key
          )`,
    breaches: [
      ['create table auth.nouvelles (id bigint primary key, sis_key text not null)', 'auth.nouvelles'],
      ['create table auth.nouvelles (sis_key text not null, id bigint primary key)', 'auth.nouvelles'],
    ],
  },
  {
    title: 'Every foreign key to a tenant table contains sis_key on both sides',
    remedy: 'Write `foreign key (sis_key, <singular>_id) references …`.',
    offenders: `
      select c.conrelid::regclass || '.' || c.conname as offender
        from pg_constraint c
        join ${tenants} t on t.oid = c.confrelid
       where c.contype = 'f'
         and not exists (
           select
             from unnest(c.conkey, c.confkey) as k (here, there)
             join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.here and a.attname = 'sis_key'
            where k.there = t.sis_key
         )`,
    breaches: [
      [
        `create unique index groupes_id_key on app.groupes (id);
         alter table app.telephones add groupe_id bigint references app.groupes (id)`,
        'app.telephones.telephones_groupe_id_fkey',
      ],
      [
        `create unique index roles_id_key on auth.roles (id);
         alter table auth.user_roles add plus_id bigint references auth.roles (id)`,
        'auth.user_roles.user_roles_plus_id_fkey',
      ],
    ],
  },
  {
    // The checks of a foreign key never look for null, so its index may leave null out.
    title: 'Every foreign key to a tenant table has an index that begins with its columns',
    remedy: 'Add an index on the columns of the foreign key, in the table’s file.',
    offenders: `
      select c.conrelid::regclass || '.' || c.conname as offender
        from pg_constraint c
        join ${tenants} t on t.oid = c.confrelid
       where c.contype = 'f'
         and not exists (
           select
             from pg_index i
            where i.indrelid = c.conrelid
              and (i.indpred is null
                   or pg_get_expr(i.indpred, i.indrelid) = format('(%s IS NOT NULL)', (
                        select a.attname from pg_attribute a where a.attrelid = c.conrelid and a.attnum = c.conkey[cardinality(c.conkey)]
                      )))
              and (i.indkey::smallint[])[0:cardinality(c.conkey) - 1] @> c.conkey
         )`,
    breaches: [
      ['drop index app.telephones_e164_key', 'app.telephones.telephones_sis_key_sapeur_id_fkey'],
      ['drop index auth.memberships_sapeur_id_key', 'auth.memberships.memberships_sis_key_sapeur_id_fkey'],
      [
        'drop index app.ecritures_exercice_id_idx; create index on app.ecritures (sis_key, exercice_id) where decompte_id is not null',
        'app.ecritures.ecritures_sis_key_exercice_id_fkey',
      ],
      ['drop index auth.tokens_invitation_id_idx', 'auth.tokens.tokens_sis_key_invitation_id_fkey'],
      ['drop index auth.user_roles_role_id_idx', 'auth.user_roles.user_roles_sis_key_role_id_fkey'],
      [
        'alter table jobs.messagerie_totaux drop constraint messagerie_totaux_pkey',
        'jobs.messagerie_totaux.messagerie_totaux_sis_key_messagerie_id_fkey',
      ],
    ],
  },
]

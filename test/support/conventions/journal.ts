import { guarded, policies, type Rule, tables } from './rule.ts'

/** Tables whose every change is recorded: those of a SIS, in `app` and `auth`. auth.sapeurs follows other tables. */
const recorded = `(
  select oid, name from ${tables} a where sis_key is not null
  union all
  select oid, name from ${guarded} w where name <> 'auth.sapeurs'
)`

/** Columns that the journal leaves out: arguments of its triggers, each ended by a zero byte. */
const omitted = `(
  select t.oid, t.name, unnest(string_to_array(encode(g.tgargs, 'escape'), '\\000')) as attname
    from ${recorded} t
    join pg_trigger g on g.tgrelid = t.oid and g.tgfoid = 'audit.tg_journal()'::regprocedure
)`

/** Columns that are kept for a year only: the journal, which keeps its entries, must not know them. */
const passing = `(values
  ('app.reponses_alarmes.nom_complet'), ('app.reponses_alarmes.reponse'), ('app.reponses_alarmes.delai'),
  ('app.reponses_alarmes.remarque'), ('app.reponses_alarmes.porteur'), ('app.reponses_alarmes.chef'),
  ('app.indisponibilites.debut'), ('app.indisponibilites.fin'), ('app.indisponibilites.motif'),
  ('app.indisponibilites.recurrence'), ('app.indisponibilites.dernier_jour'), ('app.envois.contenu'),
  ('app.envois.appareil_id'), ('app.envois.sapeur_id'), ('app.envois.etat'), ('app.envois.tentatives'),
  ('app.envois.next_try_at'), ('app.envois.remis_at'), ('app.envois.code_http'), ('app.envois.raison'))`

/** A trigger of app.groupes that writes the journal in a different way. */
const otherwise = (how: string, args = '') => `
  drop trigger _900_journal on app.groupes;
  create trigger _900_journal ${how} execute function audit.tg_journal(${args})`
const always = 'after insert or update or delete on app.groupes for each row'

/** The journal (who changed what): every change is recorded, and records stay as they were written. */
export const journalRules: Rule[] = [
  {
    // 29: for each row, after insert, update or delete. 13 and 17 are two triggers that do so together. That of updates
    // may leave out only which décompte an entry is in: it must name all other columns.
    title: 'Every change of a row of a SIS is written to the journal',
    remedy:
      'Write the line `--!tenant` of the table without `journal apart`; a new column of app.ecritures also goes into the condition of _910_journal.',
    offenders: `
      select name as offender
        from ${recorded} t
       where not exists (
         select
           from pg_trigger g
          where g.tgrelid = t.oid
            and g.tgfoid = 'audit.tg_journal()'::regprocedure
            and g.tgtype = 29
            and g.tgenabled = 'O'
            and g.tgqual is null
            and g.tgattr = ''
       )
         and not (
           t.name = 'app.ecritures'
           and exists (
             select
               from pg_trigger g
              where g.tgrelid = t.oid
                and g.tgfoid = 'audit.tg_journal()'::regprocedure
                and g.tgtype = 13
                and g.tgenabled = 'O'
                and g.tgqual is null
           )
           and exists (
             select
               from pg_trigger g
              where g.tgrelid = t.oid
                and g.tgfoid = 'audit.tg_journal()'::regprocedure
                and g.tgtype = 17
                and g.tgenabled = 'O'
                and g.tgattr = ''
                and (
                  select array_agg(a.attname::text order by a.attname)
                    from pg_attribute a
                   where a.attrelid = t.oid
                     and a.attnum > 0
                     and not a.attisdropped
                     and a.attname not in ('sis_key', 'decompte_id', 'version')
                ) = (
                  select array_agg(m[1] order by m[1])
                    from regexp_matches(pg_get_triggerdef(g.oid), 'old\\.(\\w+) IS DISTINCT FROM new\\.\\1', 'g') as m
                )
           )
         )`,
    breaches: [
      ['drop trigger _900_journal on app.ecritures', 'app.ecritures'],
      ['drop trigger _910_journal on app.ecritures', 'app.ecritures'],
      ['alter table app.ecritures add column remarque text', 'app.ecritures'],
      ['drop trigger _900_journal on app.groupes', 'app.groupes'],
      ['drop trigger _900_journal on auth.user_roles', 'auth.user_roles'],
      ['alter table app.groupes disable trigger _900_journal', 'app.groupes'],
      [otherwise('after insert or delete on app.groupes for each row'), 'app.groupes'],
      [otherwise('after insert or update of no or delete on app.groupes for each row'), 'app.groupes'],
      [otherwise(`${always} when (false)`), 'app.groupes'],
      ['create table app.nouvelles (sis_key text not null)', 'app.nouvelles'],
      ['create table auth.nouvelles (sis_key text not null)', 'auth.nouvelles'],
    ],
  },
  {
    // Secrets are sealed, images and mails are large; which transaction wrote a row means something to the
    // database only.
    title:
      'The journal leaves out columns of bytes and of transactions, and what is deleted after a year, and no others',
    remedy:
      'Name in `journal without` of the table’s line the columns of bytea and xid8 and those of `passing` in this rule’s file, and no others.',
    offenders: `
      select name || '.' || attname as offender
        from (
          select t.oid, t.name, a.attname, a.atttypid in ('bytea'::regtype, 'xid8'::regtype) or t.name || '.' || a.attname in ${passing} as left_out
            from ${recorded} t
            join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
        ) a
       where left_out <> exists (select from ${omitted} o where o.oid = a.oid and o.attname = a.attname)`,
    breaches: [
      [otherwise(always, "'designation'"), 'app.groupes.designation'],
      ['alter table app.groupes add image bytea', 'app.groupes.image'],
      [
        `drop trigger _900_journal on app.messageries;
         create trigger _900_journal after insert or update or delete on app.messageries
           for each row execute function audit.tg_journal()`,
        'app.messageries.mot_de_passe',
      ],
      [
        `drop trigger _900_journal on app.indisponibilites;
         create trigger _900_journal after insert or update or delete on app.indisponibilites
           for each row execute function audit.tg_journal('debut', 'fin', 'recurrence', 'dernier_jour')`,
        'app.indisponibilites.motif',
      ],
    ],
  },
  {
    title: 'The journal shows personal and account data only to those who may read it in its table',
    remedy:
      'Write `journal for` and the permissions that may read the table into its line (docs/reference/table-line.md).',
    offenders: `
      select p.name as offender
        from ${policies} p
       where p.polname = 'lecture'
         and p.qual ~ '''(sapeur|comptabilite)\\.'
         and p.qual !~ '''(alarme|intervention|exercice|sis|organisation|utilisateur)\\.'
         and not exists (
           select
             from pg_policy j
            where j.polrelid = 'audit.journal'::regclass
              and j.polname = 'lecture'
              and pg_get_expr(j.polqual, j.polrelid) like '%''' || split_part(p.name, '.', 2) || '''%'
         )`,
    breaches: [
      [
        "alter policy lecture on audit.journal using (sis_key = request.sis_with('sis.config'))",
        'app.telephones',
      ],
      [
        "alter policy lecture on app.vehicules using (sis_key = request.sis_with('sapeur.lecture'))",
        'app.vehicules',
      ],
    ],
  },
  {
    title: 'Only its trigger adds to the journal, and nobody changes it',
    remedy:
      'Revoke the right or drop the policy, and keep the triggers and policies of sql/audit/journal.sql.',
    offenders: `
      select a.grantee::regrole || ' ' || lower(a.privilege_type) as offender
        from pg_class c
        left join pg_attribute k on k.attrelid = c.oid and k.attacl is not null
       cross join lateral (
         select grantee, privilege_type from aclexplode(c.relacl)
         union all
         select grantee, privilege_type from aclexplode(k.attacl)
       ) a
       where c.oid = 'audit.journal'::regclass
         and a.grantee <> 'caserne_owner'::regrole
         and (a.grantee, a.privilege_type) <> ('caserne_api'::regrole, 'SELECT')
      union all
      select 'policy ' || polname
        from pg_policy
       where polrelid = 'audit.journal'::regclass
         and (polname, polcmd) not in (('locataire', '*'), ('instance', '*'), ('lecture', 'r'), ('ajout', 'a'))
      union all
      select 'policy ajout'
        from pg_policy
       where polrelid = 'audit.journal'::regclass and polcmd = 'a' and polroles <> array['caserne_owner'::regrole::oid]
      union all
      select 'trigger'
       where not exists (
         -- 58: for each statement, before update, delete or truncate.
         select
           from pg_trigger g
          where g.tgrelid = 'audit.journal'::regclass
            and g.tgfoid = 'audit.tg_journal__fige()'::regprocedure
            and g.tgtype = 58
            and g.tgenabled = 'O'
            and g.tgqual is null
            and g.tgattr = ''
       )
      union all
      select 'row security'
        from pg_class
       where oid = 'audit.journal'::regclass and not (relrowsecurity and relforcerowsecurity)`,
    breaches: [
      ['grant insert on audit.journal to caserne_api', 'caserne_api insert'],
      ['grant update (apres) on audit.journal to caserne_worker', 'caserne_worker update'],
      ['create policy suppression on audit.journal for delete using (true)', 'policy suppression'],
      ['alter policy ajout on audit.journal to public', 'policy ajout'],
      ['alter table audit.journal disable trigger _100_fige', 'trigger'],
      ['alter table audit.journal no force row level security', 'row security'],
    ],
  },
]

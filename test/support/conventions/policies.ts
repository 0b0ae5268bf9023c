import { policies, type Rule, tables } from './rule.ts'

// The expression as PostgreSQL prints it.
const octroi = `'((( SELECT auth.octroi_complet() AS octroi_complet) OR ((( SELECT auth.octrois() AS octrois))[sis_key] IS NOT NULL)) AND (sis_key = ANY (( SELECT auth.liste_octrois() AS liste_octrois)::text[])))'`
const national = `'((( SELECT auth.partis() AS partis) IS NULL) OR ((( SELECT auth.partis() AS partis))[sis_key] IS NULL))'`

/** Rules of row-level security. */
export const policyRules: Rule[] = [
  {
    title: 'Every table of app has row security enabled and forced',
    remedy:
      'Write the line `--!tenant` of the table in its file, or `--!shared` for a list of all SIS (docs/reference/table-line.md).',
    offenders: `select name as offender from ${tables} t where not (relrowsecurity and relforcerowsecurity)`,
    breaches: [
      ['alter table app.groupes no force row level security', 'app.groupes'],
      ['alter table app.localites disable row level security', 'app.localites'],
      ['create table app.nouvelles (id bigint)', 'app.nouvelles'],
    ],
  },
  {
    title:
      'Every tenant table has the restrictive policy locataire for all commands, and for everybody except analysts, who have octroi',
    remedy:
      'Write the line `--!tenant` of the table in its file (docs/reference/table-line.md), and no policy locataire or octroi by hand.',
    offenders: `
      select t.name as offender
        from ${tables} t
       where t.sis_key is not null
         and not exists (
           select
             from ${policies} p
            where p.polrelid = t.oid
              and p.polname = 'locataire'
              and not p.polpermissive
              and p.polcmd = '*'
              and (p.polroles = '{0}'
                   or p.polroles @> array['caserne_owner'::regrole::oid, 'caserne_api'::regrole, 'caserne_worker'::regrole]
                  and exists (
                    select
                      from ${policies} a
                     where a.polrelid = t.oid
                       and a.polname = 'octroi'
                       and not a.polpermissive
                       and a.polcmd = '*'
                       and a.polroles = array['caserne_analyst'::regrole::oid]
                       and regexp_replace(a.qual, '\\s+', ' ', 'g') = ${octroi}
                  ))
              and p.qual = '(sis_key = request.sis_key())'
              and p.polwithcheck is null
         )`,
    breaches: [
      ['drop policy locataire on app.groupes', 'app.groupes'],
      ['alter policy locataire on app.groupes to caserne_api', 'app.groupes'],
      [
        'alter policy octroi on app.groupes using (sis_key = any ((select auth.liste_octrois())::text[]))',
        'app.groupes',
      ],
      ['alter policy octroi on app.groupes to caserne_national', 'app.groupes'],
      [
        "alter policy locataire on app.groupes using (sis_key = request.sis_key() or sis_key = '*')",
        'app.groupes',
      ],
      [
        `drop policy locataire on app.groupes;
         create policy locataire on app.groupes using (sis_key = request.sis_key())`,
        'app.groupes',
      ],
    ],
  },
  {
    title:
      'A table that may hold rows of the instance, which belong to no SIS, hides them from caserne_api by its policy instance',
    remedy:
      'Let sis_key reference auth.sis if every row belongs to a SIS, or else copy the policy instance of sql/app/sis/messages.sql.',
    offenders: `
      with recursive bound (oid) as (
        select 'auth.sis'::regclass::oid
        union
        select c.conrelid
          from bound b
          join pg_constraint c on c.contype = 'f' and c.confrelid = b.oid
          join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1] and a.attname = 'sis_key'
      )
      select t.name as offender
        from (select oid, name, sis_key from ${tables} t union all select 'audit.journal'::regclass, 'audit.journal', 1) t
       where t.sis_key is not null
         and t.oid not in (select oid from bound)
         and not exists (
           select
             from pg_policy p
            where p.polrelid = t.oid
              and p.polname = 'instance'
              and not p.polpermissive
              and p.polcmd = '*'
              and p.polroles = '{0}'
              and pg_get_expr(p.polqual, p.polrelid)
                  = '((sis_key <> ''*''::text) OR (''caserne_api''::name <> ALL (ARRAY[CURRENT_USER, SESSION_USER])))'
              and p.polwithcheck is null
         )`,
    breaches: [
      ['drop policy instance on app.messages', 'app.messages'],
      ['alter policy instance on app.messageries to caserne_worker', 'app.messageries'],
      ["alter policy instance on audit.journal using (current_user <> 'caserne_api')", 'audit.journal'],
      ['alter table app.groupes drop constraint groupes_sis_key_fkey', 'app.groupes'],
    ],
  },
  {
    title: 'Every command granted to caserne_api has a permissive policy',
    remedy: 'Write a policy for the command beside the table, or take the grant away.',
    offenders: `
      select t.name || ' ' || c.privilege as offender
        from ${tables} t
       cross join (values ('select', 'r'), ('insert', 'a'), ('update', 'w'), ('delete', 'd')) as c (privilege, cmd)
       where case c.privilege
               when 'delete' then has_table_privilege('caserne_api', t.oid, 'delete')
               else has_any_column_privilege('caserne_api', t.oid, c.privilege)
             end
         and not exists (
           select
             from ${policies} p
            where p.polrelid = t.oid
              and p.polpermissive
              and p.polcmd::text = c.cmd
              and p.polroles && array[0, 'caserne_api'::regrole::oid]
         )`,
    breaches: [
      ['grant update (tri) on app.unites to caserne_api', 'app.unites update'],
      ['drop policy lecture on app.groupes', 'app.groupes select'],
      ['alter policy lecture on app.groupes to caserne_worker', 'app.groupes select'],
      ['grant delete on app.unites to caserne_api', 'app.unites delete'],
    ],
  },
  {
    title:
      'Every policy is for one command, except locataire, octroi and instance, which are restrictive and for all commands',
    remedy:
      'Write one policy per command (`for select`, `for insert`, `for update`, `for delete`), without `as restrictive`.',
    offenders: `
      select name || '.' || polname as offender
        from ${policies} p
       where (polname in ('locataire', 'octroi', 'instance')) is distinct from (polcmd = '*')
          or (polname in ('locataire', 'octroi', 'instance')) is distinct from (not polpermissive)`,
    breaches: [
      ['create policy soi on app.groupes using (true)', 'app.groupes.soi'],
      [
        'create policy ajout2 on app.groupes as restrictive for insert with check (true)',
        'app.groupes.ajout2',
      ],
    ],
  },
  {
    title: 'A policy is named for what it allows',
    remedy:
      'Name it lecture (select), ajout (insert), modification (update), suppression (delete) or soi; only a policy for caserne_owner may have a name of this rule’s second list.',
    offenders: `
      select name || '.' || polname as offender
        from ${policies} p
       where (polname::text, polcmd::text) not in (
         ('locataire', '*'), ('lecture', 'r'), ('ajout', 'a'), ('modification', 'w'), ('suppression', 'd'), ('soi', 'r'),
         ('soi', 'a'), ('soi', 'w'), ('soi', 'd'), ('octroi', '*'), ('instance', '*'), ('analyste', 'r'), ('national', 'r')
       )
         -- For definer functions, which state themselves which rows they show or change.
         and not (p.polroles = array['caserne_owner'::regrole::oid]
                  and (p.polname::text, p.polcmd::text) in (
                    ('interne', 'r'), ('bouclement', 'r'), ('imputation', 'r'), ('cotisation', 'r'), ('statistique', 'r'), ('ouverture', 'a'),
                    ('validation', 'w'), ('excuse', 'w'), ('echange', 'w'), ('verrou', 'w'), ('usage', 'w')
                  ))`,
    breaches: [
      ['alter policy lecture on app.groupes rename to groupes_select', 'app.groupes.groupes_select'],
      ['create policy suppression on app.unites for update using (true)', 'app.unites.suppression'],
      ['create policy interne on app.groupes for select using (true)', 'app.groupes.interne'],
    ],
  },
  {
    // sql/auth/analystes.sql and sql/auth/partis.sql say why these contain one.
    title:
      'No policy contains a sub-select except octroi, which the rule on locataire spells out, and national, which leaves out rows that a SIS has left behind',
    remedy:
      "Compare a column with a function of request, such as `sis_key = request.sis_with('…')`; what else decides must be a column of the row.",
    offenders: `
      select name || '.' || polname as offender
        from ${policies} p
       where tree like '%{SUBLINK%' and polname not in ('octroi', 'national')
          or polname = 'national' and regexp_replace(qual, '\\s+', ' ', 'g') <> ${national}`,
    breaches: [
      ['alter policy national on app.groupes using (true)', 'app.groupes.national'],
      ['alter policy lecture on app.groupes using (exists (select from app.sis))', 'app.groupes.lecture'],
      [
        'alter policy ajout on app.groupes with check (sis_key = (select request.sis_key()))',
        'app.groupes.ajout',
      ],
    ],
  },
  {
    title:
      'Policies call only functions of request that read no table; those for analysts look up their grants, and which SIS have left',
    remedy:
      'Call a function of request that reads settings only, such as request.sis_with; what else decides must be a column of the row.',
    offenders: `
      select p.name || '.' || p.polname || ' ' || f.oid::regprocedure as offender
        from ${policies} p
        join pg_depend d on d.classid = 'pg_policy'::regclass and d.objid = p.oid and d.refclassid = 'pg_proc'::regclass
        join pg_proc f on f.oid = d.refobjid
       where (f.pronamespace <> 'request'::regnamespace
              or f.prosrc ~* '\\m(from|join|table|execute)\\M'
              or f.prosqlbody is not null)
         and not (p.polroles = array['caserne_analyst'::regrole::oid]
                  and f.oid in ('auth.octroi_complet()'::regprocedure, 'auth.octrois()'::regprocedure, 'auth.liste_octrois()'::regprocedure))
         and not (p.polroles = array['caserne_national'::regrole::oid] and f.oid = 'auth.partis()'::regprocedure)`,
    breaches: [
      [
        "alter policy lecture on app.groupes using (app.fuseau() = 'UTC')",
        'app.groupes.lecture app.fuseau()',
      ],
      [
        'alter policy lecture on app.groupes using (sis_key = any (auth.liste_octrois()))',
        'app.groupes.lecture auth.liste_octrois()',
      ],
      [
        "alter policy lecture on app.groupes using (request.has_migration('x'))",
        'app.groupes.lecture request.has_migration(text)',
      ],
    ],
  },
]

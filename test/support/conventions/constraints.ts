import { type Rule, tables } from './rule.ts'

/**
 * Constraints that caserne_api may break by writing: those of tables of `app`, and unique indexes that are not
 * constraints. `written` says whether one of its columns may be written, `columns` how many it has besides
 * the SIS key; `kind` is contype, or u.
 */
const rules = `(
  select c.oid, 'app.' || r.relname || '.' || c.conname as name, c.contype as kind,
         obj_description(c.oid, 'pg_constraint') as comment,
         -- Exclusion constraints consist of expressions.
         c.contype = 'x' or exists (
           select
             from unnest(c.conkey) as k (attnum)
             join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum and a.attname <> 'sis_key'
            where has_column_privilege('caserne_api', c.conrelid, a.attnum, 'insert')
               or has_column_privilege('caserne_api', c.conrelid, a.attnum, 'update')
         ) as written,
         (select count(*) from unnest(c.conkey) as k (attnum)
           join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum and a.attname <> 'sis_key') as columns
    from pg_constraint c
    join pg_class r on r.oid = c.conrelid
   where c.connamespace = 'app'::regnamespace
     and c.contype in ('c', 'u', 'x', 'f')
  union all
  select i.oid, 'app.' || r.relname || '.' || i.relname, 'u',
         obj_description(i.oid, 'pg_class'), has_any_column_privilege('caserne_api', x.indrelid, 'insert'), 2
    from pg_index x
    join pg_class i on i.oid = x.indexrelid and i.relnamespace = 'app'::regnamespace
    join pg_class r on r.oid = x.indrelid
   where x.indisunique
     and not exists (select from pg_constraint c where c.conindid = i.oid)
)`

/** A refusal by a constraint answers with the comment of that constraint (src/http/operation/constraints.ts). */
export const constraintRules: Rule[] = [
  {
    // A foreign key has a default sentence.
    title: 'Every constraint that the data server can break has a comment with its refusal',
    remedy:
      "Add `comment on constraint … on … is '<field>: <French sentence>.'` (for a unique index `comment on index`) in the table’s file.",
    offenders: `
      select name as offender
        from ${rules} r
       where written
         and kind <> 'f'
         and comment is null`,
    breaches: [
      ['alter table app.groupes add check (tri > -1)', 'app.groupes.groupes_tri_check'],
      [
        'alter table app.groupes add unique (sis_key, designation)',
        'app.groupes.groupes_sis_key_designation_key',
      ],
      ['create unique index un on app.groupes (sis_key, lower(designation))', 'app.groupes.un'],
      ['comment on constraint mutations_check on app.mutations is null', 'app.mutations.mutations_check'],
    ],
  },
  {
    title: 'The comment of a constraint consists of French sentences: `champ: Phrase. | Phrase`',
    remedy:
      'Write `champ: Phrase.` for a check, `champ: Phrase. | Phrase` for a foreign key, `Phrase` for a unique constraint, with ’ as the apostrophe.',
    offenders: `
      select name as offender
        from ${rules} r
       where comment !~ '^([a-z0-9_.]+: )?[[:upper:]][^|'']*[^|[:space:]]( [|] [[:upper:]][^|'']*[^|[:space:]])?$'
          -- Only a foreign key has a sentence about deletion; a sentence about a field ends with a full stop.
          or kind <> 'f' and comment like '%|%'
          or kind in ('c', 'f') and split_part(comment, ' | ', 1) !~ '[.]$'
          -- A sentence about deletion concerns no field, and so ends without a full stop.
          or kind in ('u', 'x') and comment ~ '[.]$'
          or comment ~ ' [|] .*[.]$'`,
    breaches: [
      ...[
        'la fin précède le début.',
        'fin La fin précède le début',
        "fin: La fin précède l''intervention.",
        'fin: La fin précède le début. | Autre.',
        'fin: La fin précède le début',
        'fin: La fin précède le début. ',
      ].map((comment): [string, string] => [
        `comment on constraint mutations_check on app.mutations is '${comment}'`,
        'app.mutations.mutations_check',
      ]),
      [
        `comment on constraint sapeur_grades_sis_key_grade_id_fkey on app.sapeur_grades is 'Ce grade manque. | porté'`,
        'app.sapeur_grades.sapeur_grades_sis_key_grade_id_fkey',
      ],
      [
        `comment on constraint sapeur_grades_sis_key_grade_id_fkey on app.sapeur_grades is 'Ce grade manque. | Ce grade est porté.'`,
        'app.sapeur_grades.sapeur_grades_sis_key_grade_id_fkey',
      ],
      ["comment on index app.groupes_no_key is 'Ce numéro est pris.'", 'app.groupes.groupes_no_key'],
    ],
  },
  {
    title: 'A check or foreign key names the faulty field: by its only column, or in its comment',
    remedy: 'Begin the comment with the name of the field and a colon.',
    offenders: `
      select name as offender
        from ${rules} r
       where written
         and kind in ('c', 'f')
         and columns <> 1
         and coalesce(comment, '') !~ '^[a-z0-9_]+: '`,
    breaches: [
      [
        "comment on constraint mutations_check on app.mutations is 'La sortie précède l’incorporation.'",
        'app.mutations.mutations_check',
      ],
      ['alter table app.groupes add check (type > 0 or tri > 0)', 'app.groupes.groupes_check'],
    ],
  },
  {
    // Without this right the data server could not write the table at all.
    title: 'The data server may execute the functions that rules and columns of its tables call',
    remedy: 'Grant execute on the function to caserne_api.',
    offenders: `
      select distinct t.name || ' ' || p.oid::regprocedure as offender
        from ${tables} t
        join (
          select conrelid as relid, 'pg_constraint'::regclass as class, oid from pg_constraint where contype = 'c'
          union all
          select adrelid, 'pg_attrdef'::regclass, oid from pg_attrdef
          union all
          select indrelid, 'pg_class'::regclass, indexrelid from pg_index
        ) o on o.relid = t.oid
        join pg_depend d on d.classid = o.class and d.objid = o.oid and d.refclassid = 'pg_proc'::regclass
        join pg_proc p on p.oid = d.refobjid
       where has_any_column_privilege('caserne_api', t.oid, 'insert, update')
         and not has_function_privilege('caserne_api', p.oid, 'execute')`,
    breaches: [
      ['revoke execute on function app.is_iban(text) from caserne_api', 'app.salaires app.is_iban(text)'],
      ['revoke execute on function app.e164(text) from caserne_api', 'app.telephones app.e164(text)'],
      ['revoke execute on function request.plain(text) from caserne_api', 'app.sapeurs request.plain(text)'],
    ],
  },
]

import { type Rule, relations } from './rule.ts'

/** Tables whose rows are records with a version. */
const records = `(
  select r.oid, r.name
    from ${relations} r
   where r.relkind = 'r'
     and exists (select from pg_attribute a where a.attrelid = r.oid and a.attname = 'version' and not a.attisdropped)
)`

/** ETag and If-Match: every change raises the version of its record, and If-Match is checked. */
export const versionRules: Rule[] = [
  {
    // 19: for each row, before update.
    title: 'Every change of a record raises its version',
    remedy: 'Write `versioned` into the line of the table (docs/reference/table-line.md).',
    offenders: `
      select name as offender
        from ${records} t
       where not exists (
         select
           from pg_trigger g
          where g.tgrelid = t.oid
            and g.tgfoid = 'request.tg_version()'::regprocedure
            and g.tgtype = 19
            and g.tgenabled = 'O'
            and g.tgattr = ''
            and pg_get_triggerdef(g.oid) like '%WHEN ((new.version = old.version))%'
       )`,
    breaches: [
      ['drop trigger _020_version on app.grades', 'app.grades'],
      ['alter table auth.roles disable trigger _020_version', 'auth.roles'],
      ['alter table app.unites add version bigint', 'app.unites'],
    ],
  },
  {
    // 25: for each row, after update or delete.
    title: 'Every update or delete of a record checks the version in If-Match',
    remedy: 'Write `versioned` into the line of the table (docs/reference/table-line.md).',
    offenders: `
      select name as offender
        from ${records} t
       where not exists (
         select
           from pg_trigger g
          where g.tgrelid = t.oid
            and g.tgfoid = 'request.tg_if_match()'::regprocedure
            and g.tgtype = 25
            and g.tgenabled = 'O'
            and g.tgattr = ''
            and pg_get_triggerdef(g.oid) like '%WHEN ((current_setting(''request.if_match''::text, true) <> ''''::text))%'
       )`,
    breaches: [
      ['drop trigger _950_if_match on app.sapeurs', 'app.sapeurs'],
      ['alter table app.unites add version bigint', 'app.unites'],
    ],
  },
  {
    // 29: for each row, after insert, update or delete. The ledger of a mailbox is not part of its settings.
    title: 'Rows that are removed with their record raise its version when they change',
    remedy:
      'Write `part of` and the record’s table into the line of the table (docs/reference/table-line.md).',
    offenders: `
      select c.conrelid::regclass || ' ' || c.confrelid::regclass as offender
        from pg_constraint c
        join ${records} t on t.oid = c.confrelid
        join pg_attribute k on k.attrelid = c.confrelid and k.attname = 'sis_key'
       where c.contype = 'f'
         and c.confdeltype = 'c'
         and c.connamespace in ('app'::regnamespace, 'auth'::regnamespace)
         and (c.conrelid, c.confrelid) <> ('app.messages'::regclass, 'app.messageries'::regclass)
         -- Absences, standby and told shortfalls are records of their own.
         and c.conrelid not in ('app.indisponibilites'::regclass, 'app.piquets'::regclass, 'app.manques_annonces'::regclass)
         -- Rows that refer to a role use it without being part of it; an invitation never changes.
         and c.conrelid not in ('auth.user_roles'::regclass, 'auth.invitation_roles'::regclass, 'auth.tokens'::regclass)
         and not exists (
           select
             from pg_trigger g
            where g.tgrelid = c.conrelid
              and g.tgtype = 29
              and g.tgenabled = 'O'
              and g.tgqual is null
              and g.tgattr = ''
              and g.tgfoid in ('app.tg_contenu()'::regprocedure, 'auth.tg_contenu()'::regprocedure)
              and split_part(encode(g.tgargs, 'escape'), '\\000', 1) = (select relname from pg_class where oid = c.confrelid)
         )`,
    breaches: [
      ['drop trigger _850_contenu on app.telephones', 'app.telephones app.sapeurs'],
      ['drop trigger _860_contenu on app.groupe_sapeurs', 'app.groupe_sapeurs app.groupes'],
      [
        `create table app.nouvelles (sis_key text, id bigint, grade_id bigint,
           foreign key (sis_key, grade_id) references app.grades on delete cascade)`,
        'app.nouvelles app.grades',
      ],
    ],
  },
]

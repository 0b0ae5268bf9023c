import { type Rule, tables } from './rule.ts'

/**
 * Tables that no GET with an ETag shows: pay and devices, which only their owner sees, mailboxes, whose health depends
 * on the hour, and deliveries, which change all the time.
 */
const apart = `('app.appareils', 'app.decomptes', 'app.ecritures', 'app.envois', 'app.messageries', 'app.messages',
  'app.ordres', 'app.ordre_paiements', 'app.paiements',
  'app.travail_interventions', 'app.travaux')`

/** If-None-Match: every change leaves a mark. */
export const changeRules: Rule[] = [
  {
    // 29: for each row, after insert, update or delete; 32: for each statement, after truncate.
    title: 'Every change of a shown row is marked, by any writer',
    remedy:
      'Write `marks` and a group into the line of the table, or add the table to `apart` in this rule’s file if no GET with an ETag shows it.',
    offenders: `
      select t.name as offender
        from ${tables} t
       where t.name not in ${apart}
         and (
           select count(*)
             from pg_trigger g
            where g.tgrelid = t.oid
              and g.tgfoid = 'audit.tg_changement()'::regprocedure
              and g.tgtype in (29, 32)
              -- Enabled, also always: rows that arrive by replication count.
              and g.tgenabled in ('O', 'A')
              and g.tgqual is null
              and g.tgattr = ''
              -- A shared table marks every SIS.
              and (t.sis_key is null) = (g.tgnargs = 2 and encode(g.tgargs, 'escape') like '%\\\\000*\\\\000')
         ) <> 2`,
    breaches: [
      ['drop trigger _870_changement on app.groupes', 'app.groupes'],
      ['drop trigger _880_changement on app.groupes', 'app.groupes'],
      ['alter table app.localites disable trigger _870_changement', 'app.localites'],
      [
        `drop trigger _870_changement on app.localites;
         create trigger _870_changement after insert or update or delete on app.localites
           for each row execute function audit.tg_changement('listes')`,
        'app.localites',
      ],
      ['create table app.nouvelles (sis_key text not null)', 'app.nouvelles'],
    ],
  },
  {
    title: 'Only the trigger of marks writes them',
    remedy: 'Revoke the right, and keep row security of audit.changements enabled and forced.',
    offenders: `
      select a.grantee::regrole || ' ' || lower(a.privilege_type) as offender
        from pg_class c, aclexplode(c.relacl) a
       where c.oid = 'audit.changements'::regclass
         and a.grantee <> 'caserne_owner'::regrole
         and (a.grantee, a.privilege_type) <> ('caserne_api'::regrole, 'SELECT')
      union all
      select 'row security'
        from pg_class
       where oid = 'audit.changements'::regclass and not (relrowsecurity and relforcerowsecurity)`,
    breaches: [
      ['grant update on audit.changements to caserne_api', 'caserne_api update'],
      ['alter table audit.changements no force row level security', 'row security'],
    ],
  },
]

import type { Rule } from './rule.ts'

const rooms = `('app', 'audit', 'auth', 'jobs', 'request')`

/** Rules about data on people: GET /mes-donnees shows them, and `caserne erase sapeur` erases them. */
export const personneRules: Rule[] = [
  {
    title: 'Every column is in audit.donnees_personnelles, by what it says of people',
    remedy:
      'Name the column in the line of its table: `personal`, `kept`, `texts` or `neutral` (docs/reference/table-line.md).',
    offenders: `
      select n.nspname || '.' || c.relname || '.' || a.attname as offender
        from pg_attribute a
        join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p')
        join pg_namespace n on n.oid = c.relnamespace and n.nspname in ${rooms}
       where a.attnum > 0
         and not a.attisdropped
         and not exists (
           select
             from audit.donnees_personnelles() d
            where d.nom = n.nspname || '.' || c.relname
              and a.attname = any (d.personnelles || d.gardees || d.textes || d.neutres)
         )
      union all
      select d.nom || '.' || k || ' is gone'
        from audit.donnees_personnelles() d
       cross join unnest(d.personnelles || d.gardees || d.textes || d.neutres) as k
       where not exists (
         select from pg_attribute a where a.attrelid = to_regclass(d.nom) and a.attname = k and not a.attisdropped
       )`,
    breaches: [
      ['alter table app.particularites add column religion text', 'app.particularites.religion'],
      ['create table app.nouvelles (nom text)', 'app.nouvelles.nom'],
      ['alter table app.sis_contacts drop column liste', 'app.sis_contacts.liste is gone'],
    ],
  },
  {
    title: 'A column that refers to a sapeur or an account makes a table one with rows of people',
    remedy:
      'Write `person` and the column that leads to the person into the line of the table (docs/reference/table-line.md).',
    offenders: `
      select d.nom as offender
        from audit.donnees_personnelles() d
        join pg_attribute a on a.attrelid = to_regclass(d.nom) and a.attname in ('sapeur_id', 'user_id') and not a.attisdropped
       where d.lien is null`,
    breaches: [['alter table app.sis_contacts add column sapeur_id bigint', 'app.sis_contacts']],
  },
]

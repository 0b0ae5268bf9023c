import { beforeAll } from 'vitest'
import { type DemoOptions, loadDemo } from '../../src/demo/load.ts'
import { type TestDatabase, useDatabase } from '../support/database.ts'

/** A database with the demo as of a day, including its past, and queries on it that no policy limits. */
export function useDemo(options: DemoOptions): {
  database: TestDatabase
  rows(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
} {
  const database = useDatabase('template_migrated')
  beforeAll(async () => {
    await loadDemo(database.urls.admin, options)
  }, 60_000)
  return {
    database,
    rows: async (text, values = []) => (await (await database.as('admin')).query(text, values)).rows,
  }
}

/** SQL of every table of `app`, with a hash of its rows without some columns. */
export const contentsWithout = (columns: string[]) => `
  select t.relname as name,
         md5((xpath('/row/c/text()', query_to_xml(
           format('select string_agg(r, '','' order by r) as c
                     from app.%I x, lateral (select (to_jsonb(x) - ''{${columns}}''::text[])::text) as r (r)',
                  t.relname), false, true, '')))[1]::text) as hash
    from pg_class t
   where t.relnamespace = 'app'::regnamespace and t.relkind = 'r'
   order by 1`

/** The same without the times and transactions of their writing. */
export const contents = contentsWithout(['created_at', 'updated_at', 'changed_in'])

/** The kinds of alarms of each SIS: most have an intervention. */
export const alarms = `
  select i.sis_key as sis, count(*) filter (where a.id is null) * 100 / count(*) between 5 and 30 as sans,
         count(distinct a.code) = 12 and count(distinct extract(hour from a.debut)) > 12 as variees,
         bool_and(a.validated and a.date = a.debut and a.fin > a.debut
                  and a.debut = (i.date_debut + i.heure_debut) at time zone 'Europe/Zurich') as finies,
         bool_and(i.alarme_id is not distinct from a.id) as liees,
         bool_and(exists (select from app.alarme_groupes g where g.sis_key = a.sis_key and g.alarme_id = a.id))
           filter (where a.id is not null) as groupes,
         count(*) filter (where s.premiere_presence is null and a.id is not null) < 4
           and min(s.secondes_creation_debut)::int >= 45 and max(s.secondes_creation_debut)::int < 135
           and min(s.secondes_debut_presence)::int = 240 and max(s.secondes_debut_presence)::int = 780 as delais
    from app.interventions i
    left join app.alarmes a on a.sis_key = i.sis_key and a.intervention_id = i.id
    left join stats.alarmes s on s.sis_key = a.sis_key and s.id = a.id
   group by 1 order by 1`

import { one, type Sql } from './sample.ts'

/** A new accounting year, long before those of the demo. */
export function addYear(sql: Sql): Promise<number> {
  return one(
    sql,
    `insert into app.exercices_comptables (annee, designation, debut, fin)
     select a, a::text, make_date(a, 1, 1), make_date(a, 12, 31)
       from (select coalesce(max(e.annee), 1899) + 1 as a from app.exercices_comptables e where e.annee < 1980) as n
     returning id`,
  )
}

import { beforeAll } from 'vitest'
import type { TestDatabase } from './database.ts'
import { plant } from './table.ts'

/** Opens calendar years in hs and in test, for test dates before the years that open by themselves. */
export function useYears(database: TestDatabase, first: number, last: number): void {
  beforeAll(() =>
    plant(
      database,
      `insert into app.exercices_comptables (annee, designation, debut, fin)
       select a, a::text, make_date(a, 1, 1), make_date(a, 12, 31) from generate_series(${first}, ${last}) as a
       on conflict do nothing`,
    ),
  )
}

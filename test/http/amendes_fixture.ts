import { beforeAll, beforeEach, expect } from 'vitest'
import { makeAccount } from '../support/users.ts'
import { useDataApi } from './data_fixture.ts'
import { comptable } from './imputation_fixture.ts'
import { addYear } from './samples/annees.ts'
import { addSapeur } from './samples/interventions.ts'
import { one, unique } from './samples/sample.ts'

type Row = Record<string, unknown>

/** The data API with, before each test, a new accounting year, two new sapeurs, and a new category that is amendable. */
export function useAmendes() {
  const api = useDataApi()
  const { told, sql, database } = api
  const made = { id: 0, annee: 0, anne: 0, bob: 0, categorie: 0 }

  beforeAll(() =>
    makeAccount(database, { email: comptable, permissions: { hs: ['comptabilite.modification'] } }),
  )
  beforeEach(async () => {
    made.id = await addYear(sql)
    made.annee = await one(sql, 'select annee from app.exercices_comptables where id = $1', [made.id])
    made.anne = await addSapeur(sql)
    made.bob = await addSapeur(sql)
    made.categorie = await one(
      sql,
      'insert into app.exercice_categories (designation, amendable) values ($1, true) returning id',
      [unique('Commandement')],
    )
  })

  const addRow = (exercice_id: number, row: Row) => {
    const columns = { exercice_id, ...row }
    const names = Object.keys(columns)
    return sql(
      `insert into app.exercice_sapeurs (${names}) values (${names.map((_, n) => `$${n + 1}`)})`,
      Object.values(columns),
    )
  }
  return {
    ...api,
    made,
    addRow,
    /** Fines the absences of a year. */
    fine: (year = made.id) => told(`POST /imputation/amendes/${year}`, undefined, { as: comptable }),
    undo: () => told(`DELETE /imputation/amendes/${made.id}`, undefined, { as: comptable }),
    /** Adds an exercice of a day (MM-DD) of the year with an absence, of the first sapeur unless told. */
    absence: async (
      day: string,
      { sapeur = made.anne, statut = 3, in: of = made.categorie, ...row }: Row = {},
    ) => {
      const exercice = await one(
        sql,
        `insert into app.exercices (designation, date, heure, duree, exercice_categorie_id)
         values ($1, $2, '19:30', 120, $3) returning id`,
        [`Exercice ${day}`, `${made.annee}-${day}`, of],
      )
      await addRow(exercice, { sapeur_id: sapeur, absent: true, ...row })
      await sql('update app.exercices set statut = $2 where id = $1', [exercice, statut])
      return exercice
    },
    /** Changes the rows of an exercice, which stays validé. */
    change: async (exercice: number, set: string) => {
      await sql(`update app.exercice_sapeurs set ${set} where exercice_id = $1`, [exercice])
      await sql('update app.exercices set statut = 3 where id = $1', [exercice])
    },
    /** The fines of the year, by sapeur and day: `day: rank total`. */
    fined: async () => {
      const rows = await sql(
        `select to_char(e.date, 'MM-DD') as day, s.amende_rang as rang, e.total, s.excuse_statut as statut
           from app.ecritures e
           join app.exercice_sapeurs s using (sis_key, exercice_id, sapeur_id)
          where e.exercice_comptable_id = $1 and e.module = 5
          order by e.sapeur_id, e.date`,
        [made.id],
      )
      expect(rows.filter(({ statut }) => statut !== -2)).toEqual([])
      return rows.map(({ day, rang, total }) => `${day}: ${rang} ${total}`)
    },
    excuseOf: async (exercice: number) =>
      one(sql, 'select excuse_statut from app.exercice_sapeurs where exercice_id = $1', [exercice]),
    /** Puts the fines of an exercice into a décompte. */
    pay: (exercice: number) =>
      sql(
        `with d as (
           insert into app.decomptes (exercice_comptable_id, designation, date)
           select id, 'Soldes', fin from app.exercices_comptables where id = $1 returning id
         )
         update app.ecritures set decompte_id = (select id from d) where exercice_id = $2`,
        [made.id, exercice],
      ),
  }
}

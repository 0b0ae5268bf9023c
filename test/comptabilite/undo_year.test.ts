import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { contentsWithout } from '../demo/history_fixture.ts'
import { useDataApi } from '../http/data_fixture.ts'
import { whole } from '../support/whole.ts'
import {
  imputeAmendes,
  imputeAnnuel,
  imputeExercices,
  imputeInterventions,
  makeDecompte,
} from './ask_year.ts'
import { type RandomYear, randomYear } from './oracle/random_year.ts'
import { plantCategories, plantExercices } from './plant_exercices.ts'
import { clearYear, type Planted, plantSis, plantYear } from './plant_year.ts'

const api = useDataApi()
const { ask, database, sql } = api
const numRuns = whole ? 20 : 4

beforeAll(async () => {
  await plantSis(sql)
  await plantCategories(sql)
})

/** Content of the tables, without versions and times. An absence keeps its rank among the fines. */
async function readTables() {
  const admin = await database.as('admin')
  const hidden = ['created_at', 'updated_at', 'changed_in', 'version', 'amende_rang']
  return (await admin.query(contentsWithout(hidden))).rows
}

/** Paths of everything in a year that can be imputed. */
function pathsOf({ interventions }: RandomYear, planted: Planted, exercices: number[]): string[] {
  return [
    ...planted.interventions
      .filter((_, n) => interventions[n]?.presences.length !== 0)
      .map((id) => `/imputation/intervention/${id}`),
    ...exercices.map((id) => `/imputation/exercice/${id}`),
  ]
}

/** Imputes and pays a year, and returns the ids of its décomptes. */
async function doAll(year: RandomYear, planted: Planted, exercices: number[]): Promise<number[]> {
  await imputeInterventions(api, year, planted)
  await imputeExercices(api, planted, exercices)
  await imputeAnnuel(api, planted)
  await imputeAmendes(api, planted, exercices)
  const decomptes: number[] = []
  for (const demande of year.demandes) {
    const made = await makeDecompte(api, demande, planted)
    if (made) decomptes.push(made.id)
  }
  return decomptes
}

it(`${numRuns} random years are as before after everything was undone`, async () => {
  let changed = 0
  await fc.assert(
    fc.asyncProperty(randomYear, async (year) => {
      await (await database.as('admin')).query(clearYear)
      const planted = await plantYear(sql, year)
      const exercices = await plantExercices(sql, year, planted)
      const before = await readTables()
      const decomptes = await doAll(year, planted, exercices)
      const after = await readTables()
      if (decomptes.length > 0) expect(after).not.toEqual(before)

      // A second imputation, and one that has entries in a décompte, are refused and change nothing.
      for (const path of pathsOf(year, planted, exercices)) {
        const statuses = [(await ask(`POST ${path}`, bodyOf(path))).status]
        expect([path, statuses]).toEqual([path, [409]])
      }
      expect(await readTables()).toEqual(after)

      for (const id of decomptes.toReversed()) expect((await ask(`DELETE /decomptes/${id}`)).status).toBe(204)
      for (const kind of ['amendes', 'annuel'])
        expect((await ask(`DELETE /imputation/${kind}/${planted.exercice_comptable_id}`)).status).toBe(204)
      for (const path of pathsOf(year, planted, exercices)) {
        // An exercice without a tariff for a function was not imputed.
        const { status } = await ask(`DELETE ${path}`)
        expect([204, path.includes('exercice') ? 409 : 204]).toContain(status)
      }
      expect(await readTables()).toEqual(before)
      changed += decomptes.length
    }),
    { numRuns, seed: 2026, endOnFailure: true },
  )
  expect(changed).toBeGreaterThan(2)
}, 300_000)

const bodyOf = (path: string) =>
  path.includes('intervention') ? { indemnite_intervention_id: 9001 } : undefined

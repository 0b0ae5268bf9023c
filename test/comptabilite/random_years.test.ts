import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { useDataApi } from '../http/data_fixture.ts'
import type { Ecriture } from './oracle/ecriture.ts'
import { expectYear } from './oracle/expect_year.ts'
import { type RandomYear, randomYear } from './oracle/random_year.ts'
import { base, clearYear, type Planted, plantSis, plantYear } from './plant_year.ts'

const { ask, database, sql } = useDataApi()
// .ci/run runs all of them, as far as they come in the time.
const numRuns = process.env.CI ? 500 : 8
const time = process.env.CI ? 240_000 : 30_000

beforeAll(() => plantSis(sql))

/** The entries of each intervention that has presences, as they are after all were imputed. */
async function imputeInterventions(year: RandomYear, planted: Planted): Promise<Ecriture[][]> {
  const entries: Ecriture[][] = []
  for (const [n, { tarif, piquet, presences }] of year.interventions.entries()) {
    if (presences.length === 0) {
      entries.push([])
      continue
    }
    const answer = await ask(`POST /imputation/intervention/${planted.interventions[n]}`, {
      indemnite_intervention_id: base + tarif,
      piquet_indemnite_intervention_id: piquet && base + piquet,
    })
    expect([answer.status, answer.body.error]).toEqual([200, undefined])
    entries.push(answer.body.data.ecritures.map((row: Ecriture) => readEcriture(row, planted)))
  }
  return entries
}

// An entry of the wire with places instead of ids, and without what the oracle does not say.
function readEcriture(row: Ecriture, { sapeurs }: Planted): Ecriture {
  return {
    sapeur_id: sapeurs.indexOf(row.sapeur_id) + 1,
    date: row.date,
    heure: row.heure,
    designation: row.designation,
    quantite: row.quantite,
    type_unite_id: row.type_unite_id,
    tarif: row.tarif,
    taux: row.taux,
    taux_designation: row.taux_designation,
    total: row.total,
    type: row.type,
    module: row.module,
    compte_id: (row.compte_id ?? 0) - base,
    ecriture_categorie_id: null,
  }
}

const sorted = (rows: object[]) => rows.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort()

it(`${numRuns} random years are imputed to the centime as the rules say`, async () => {
  let compared = 0
  await fc.assert(
    fc.asyncProperty(randomYear, async (year) => {
      await (await database.as('admin')).query(clearYear)
      const planted = await plantYear(sql, year)
      const expected = expectYear(year)
      const interventions = await imputeInterventions(year, planted)
      expect(interventions.map(sorted)).toEqual(expected.interventions.map(sorted))
      compared += interventions.flat().length
    }),
    { numRuns, seed: 2026, interruptAfterTimeLimit: time, markInterruptAsFailure: false, endOnFailure: true },
  )
  expect(compared).toBeGreaterThan(10)
}, 300_000)

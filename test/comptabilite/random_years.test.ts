import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { useDataApi } from '../http/data_fixture.ts'
import { whole } from '../support/whole.ts'
import {
  imputeAmendes,
  imputeAnnuel,
  imputeExercices,
  imputeInterventions,
  makeDecompte,
  readDecompte,
  writeDivers,
} from './ask_year.ts'
import type { Decompte } from './oracle/decomptes.ts'
import type { Ecriture } from './oracle/ecriture.ts'
import { type ExpectedYear, expectYear } from './oracle/expect_year.ts'
import { type RandomYear, randomYear } from './oracle/random_year.ts'
import { decimal, negative, show } from './oracle/rational.ts'
import { plantCategories, plantExercices } from './plant_exercices.ts'
import { clearYear, isCorrected, type Planted, plantSis, plantYear } from './plant_year.ts'

const api = useDataApi()
const { database, sql } = api
// This many at most, as far as the time reaches. `YEARS=500` has the time for all 500.
const years = process.env.YEARS
const numRuns = Number(years ?? (whole ? 60 : 8))
const time = years ? 1_800_000 : whole ? 60_000 : 30_000

beforeAll(async () => {
  await plantSis(sql)
  await plantCategories(sql)
})

const sorted = (rows: object[]) => rows.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort()

/** Answer to the imputation of an exercice: its entries, or the names of the functions without a tariff. */
function answerTo({ ecritures, missing }: ExpectedYear['exercices'][number]) {
  if (missing.length === 0) return sorted(ecritures)
  const functions = missing.map((id) => (id === null ? 'sans fonction' : `Fonction ${id}`)).sort()
  return `Aucune indemnité d’exercice n’est prévue pour : ${functions.join(', ')}`
}

/** A décompte of the oracle as in the database, with its own entries of contributions. */
function inDatabase(
  { deduction, charge, ecriture_ids, paiements, ...totals }: Decompte,
  { dues }: ExpectedYear,
) {
  const taken = dues.filter(({ id }) => ecriture_ids.includes(id))
  const contributions = paiements.map(({ sapeur_id, avs_ac }) => ({
    ...{ sapeur_id, module: 4, total: show(negative(decimal(avs_ac))) },
  }))
  return {
    head: { deduction, ...totals },
    paiements: sorted(paiements),
    ecritures: sorted([
      ...taken.map(({ sapeur_id, module, total }) => ({ sapeur_id, module, total })),
      ...(charge === null ? [] : [...contributions, { sapeur_id: null, module: 4, total: charge }]),
    ]),
  }
}

/** Makes the décomptes of a year, and compares each. */
async function compareDecomptes(year: RandomYear, expected: ExpectedYear, planted: Planted) {
  for (const [n, demande] of year.demandes.entries()) {
    const oracle = expected.decomptes[n] ?? null
    const made = await makeDecompte(api, demande, planted)
    const found = made && (await readDecompte(api, made, planted))
    expect(
      found && { ...found, paiements: sorted(found.paiements), ecritures: sorted(found.ecritures) },
    ).toEqual(oracle && inDatabase(oracle, expected))
  }
}

/** An entry without what the oracle does not say of yearly allowances. */
const undated = ({ date, heure, ...row }: Ecriture) => row
const withoutTarif = ({ indemnite_annuelle_id, ...row }: ExpectedYear['annuel'][number]) => ({
  ...row,
  ecriture_categorie_id: null,
})

it(`${numRuns} random years are imputed and paid to the centime as the rules say`, async () => {
  let compared = 0
  await fc.assert(
    fc.asyncProperty(randomYear, async (year) => {
      await (await database.as('admin')).query(clearYear)
      const planted = await plantYear(sql, year)
      const exercices = await plantExercices(sql, year, planted)
      const expected = expectYear(year)
      expect(planted.corrigees).toEqual(
        planted.interventions.filter((_, n) => isCorrected(n) && year.interventions[n]?.presences.length),
      )
      const interventions = await imputeInterventions(api, year, planted)
      expect(interventions.map(sorted)).toEqual(expected.interventions.map(sorted))
      const answers = await imputeExercices(api, planted, exercices)
      expect(answers.map((each) => (typeof each === 'string' ? each : sorted(each)))).toEqual(
        expected.exercices.map(answerTo),
      )
      expect(sorted((await imputeAnnuel(api, planted)).map(undated))).toEqual(
        sorted(expected.annuel.map(withoutTarif)),
      )
      expect(sorted(await imputeAmendes(api, planted, exercices))).toEqual(sorted(expected.amendes))
      expect(await writeDivers(api, year.divers, planted)).toEqual(expected.divers.map(({ total }) => total))
      await compareDecomptes(year, expected, planted)
      compared += expected.dues.length
    }),
    { numRuns, seed: 2026, interruptAfterTimeLimit: time, markInterruptAsFailure: false, endOnFailure: true },
  )
  expect(compared).toBeGreaterThan(10)
}, 2_000_000)

import { beforeAll, beforeEach } from 'vitest'
import { makeAccount } from '../support/users.ts'
import { useDataApi } from './data_fixture.ts'
import { comptable } from './imputation_fixture.ts'
import { addYear } from './samples/annees.ts'
import { addAvsParam, addEcriture } from './samples/comptabilite_decomptes.ts'
import { addSapeur } from './samples/interventions.ts'

/** The data API with, before each test, a new accounting year with AVS parameters, and two new sapeurs. */
export function useDecomptes() {
  const api = useDataApi()
  const { told, sql, database } = api
  const made = { year: 0, anne: 0, bob: 0 }

  beforeAll(() =>
    makeAccount(database, { email: comptable, permissions: { hs: ['comptabilite.modification'] } }),
  )
  beforeEach(async () => {
    made.year = await addYear(sql)
    made.anne = await addSapeur(sql)
    made.bob = await addSapeur(sql)
    await addAvsParam(sql, made.year)
  })

  const ask = (door: string, body?: unknown) => told(door, body, { as: comptable })
  const demande = (changes = {}) => ({
    exercice_comptable_id: made.year,
    designation: 'Soldes',
    date: '2026-07-10',
    deduction: true,
    ...changes,
  })
  return {
    ...api,
    made,
    ask,
    demande,
    /** Makes a décompte of all entries, with deductions. */
    make: (changes = {}) => ask('POST /decomptes', demande(changes)),
    /** Adds an unpaid entry of a type. */
    add: (sapeur: number, type: number, total: number, changes = {}) =>
      addEcriture(sql, made.year, sapeur, { type, total, ...changes }),
  }
}

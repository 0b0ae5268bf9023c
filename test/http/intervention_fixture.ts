import { beforeAll, expect } from 'vitest'
import { makeAccount } from '../support/users.ts'
import { useDataApi } from './data_fixture.ts'

/** The least that an intervention needs. */
export const least = { date_debut: '2019-03-14', heure_debut: '14:29', objet: 'Feu de cuisine' }
/** Caller with intervention.modification alone. */
export const only = { as: 'modifie@example.org' }
/** Answer of a closed year to a write. */
export const closed = [409, { error: 'Exercice comptable bouclé' }]

/** Starts the data API for one test file, with the closed year 2013, and functions about interventions. */
export function useInterventions() {
  const api = useDataApi()
  const { database, told, sql } = api
  beforeAll(async () => {
    await makeAccount(database, { email: only.as, permissions: { hs: ['intervention.modification'] } })
    await sql(
      "insert into app.exercices_comptables (annee, designation, debut, fin) values (2013, '2013', '2013-01-01', '2013-12-31')",
    )
    await sql('update app.exercices_comptables set boucle = true where annee = 2013')
  })
  return {
    ...api,
    /** Creates an intervention, and returns it. */
    create: async (body: object = {}) => {
      const [status, answer] = await told('POST /interventions', { ...least, ...body }, only)
      expect([status, answer]).toEqual([201, { data: expect.any(Object) }])
      return answer.data
    },
    phases: async (id: number) => (await told(`GET /interventions/${id}/phases`))[1].data,
  }
}

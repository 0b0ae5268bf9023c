import { randomBytes } from 'node:crypto'
import { afterEach, beforeAll, expect } from 'vitest'
import { startWorker, type Worker } from '../../../src/worker/start_worker.ts'
import { useDataApi } from '../../http/data_fixture.ts'
import { comptable } from '../../http/imputation_fixture.ts'
import { makeAccount } from '../../support/users.ts'
import { workerOptions } from '../../support/worker_options.ts'

/** The data API, someone who may impute, and a worker for each test that wants one. */
export function useImputations() {
  const api = useDataApi()
  const { told, sql, database } = api
  let worker: Worker | undefined

  beforeAll(() =>
    makeAccount(database, { email: comptable, permissions: { hs: ['comptabilite.modification'] } }),
  )
  afterEach(async () => {
    await worker?.stop()
    worker = undefined
  })

  const travail = async (id: number) =>
    (await told(`GET /travaux/${id}`, undefined, { as: comptable }))[1].data
  return {
    ...api,
    travail,
    ask: (year: number, body: object) =>
      told(`POST /imputation/interventions/${year}`, body, { as: comptable }),
    work: async () => {
      worker = await startWorker(workerOptions(database.urls.worker, randomBytes(32).toString('base64')))
    },
    ended: (id: number) =>
      expect.poll(async () => (await travail(id)).etat, { timeout: 25_000, interval: 25 }).toBe('termine'),
    /** Imputes the next intervention, as the worker does. */
    next: async (id: number, sis = 'hs'): Promise<boolean> => {
      const worker = await database.as('worker')
      const { rows } = await worker.query('select jobs.impute_next($1, $2, null) as more', [sis, id])
      return rows[0].more
    },
    /** `[statut, tariff]` of interventions. */
    imputed: async (ids: unknown[]) => {
      const rows = await sql(
        `select i.statut, e.indemnite_intervention_id::integer as tarif
           from app.interventions i left join app.ecritures e on e.intervention_id = i.id
          where i.id = any ($1) order by i.no`,
        [ids],
      )
      return rows.map(({ statut, tarif }) => [statut, tarif])
    },
  }
}

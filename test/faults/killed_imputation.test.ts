import pg from 'pg'
import { afterEach, expect, it } from 'vitest'
import { useDataApi } from '../http/data_fixture.ts'
import { addIndemnite } from '../http/samples/comptabilite_imputation.ts'
import { addImputableYear } from '../support/imputable_year.ts'
import { killPrograms } from '../support/program.ts'
import { startWorkerProgram, withinAMinute } from './faults_fixture.ts'

const { told, sql, database } = useDataApi()
afterEach(killPrograms)

const rows = async (query: string, values: unknown[] = []) =>
  (await (await database.as('admin')).query(query, values)).rows

it('the imputation of a year goes on where a killed worker was, and imputes nothing twice', {
  timeout: 120_000,
}, async () => {
  const { id, interventions } = await addImputableYear(sql, [4, 4, 4, 4])
  const body = { indemnites: { defaut: await addIndemnite(sql) } }
  const [, { data }] = await told(`POST /imputation/interventions/${id}`, body)
  const travail = async () => (await told(`GET /travaux/${data.id}`))[1].data
  const waiting = () =>
    rows(
      "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%impute_next%' and datname = current_database()",
    )

  // Someone holds the third intervention.
  const holding = new pg.Client(database.urls.admin)
  await holding.connect()
  await holding.query('begin')
  await holding.query('select from app.interventions where id = $1 for update', [interventions[2]])
  const worker = startWorkerProgram(database.urls.worker)
  await expect.poll(async () => (await waiting()).length, withinAMinute).toBe(1)
  expect(await travail()).toMatchObject({ etat: 'en_cours', faits: 2, total: 4, ended_at: null })
  await worker.kill('SIGKILL')
  await holding.end()
  // The session of the killed worker may have finished its last statement.
  await expect.poll(async () => (await waiting()).length, withinAMinute).toBe(0)
  expect([2, 3]).toContain((await travail()).faits)

  // As if half a minute had gone by.
  await rows(
    "update graphile_worker._private_jobs set locked_at = now() - interval '1 minute' where locked_at is not null",
  )
  startWorkerProgram(database.urls.worker)
  await (await database.as('worker')).query('select jobs.release_jobs()')
  await expect.poll(async () => (await travail()).etat, withinAMinute).toBe('termine')
  expect(await travail()).toMatchObject({ faits: 4, total: 4, refus: [] })
  expect(
    await sql(
      `select i.statut, count(e.id)::integer as ecritures
         from app.interventions i left join app.ecritures e on e.intervention_id = i.id
        where i.exercice_comptable_id = $1 group by i.id, i.statut order by i.id`,
      [id],
    ),
  ).toEqual(Array(4).fill({ statut: 3, ecritures: 1 }))
})

it('a worker that stops leaves the rest to the next one', { timeout: 120_000 }, async () => {
  const { id } = await addImputableYear(sql, Array(40).fill(4))
  const body = { indemnites: { defaut: await addIndemnite(sql) } }
  const [, { data }] = await told(`POST /imputation/interventions/${id}`, body)
  const travail = async () => (await told(`GET /travaux/${data.id}`))[1].data
  const worker = startWorkerProgram(database.urls.worker)
  await expect
    .poll(async () => (await travail()).etat, { ...withinAMinute, interval: 1 })
    .not.toBe('en_attente')
  await worker.kill('SIGTERM')
  startWorkerProgram(database.urls.worker)
  await expect.poll(async () => (await travail()).etat, withinAMinute).toBe('termine')
  expect(await travail()).toMatchObject({ faits: 40, total: 40, refus: [] })
})

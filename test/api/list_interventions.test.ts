import pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { useYears } from '../support/years.ts'

const database = useDatabase()
useYears(database, 2001, 2010)
const lists =
  "select api.list_interventions(exercice_comptable_id => $1, du => $2, limite => $3) from request.open(1, 'hs', '{intervention.lecture}', null)"

// Ten years of two SIS.
beforeAll(async () => {
  const owner = await database.as('owner')
  for (const sis of ['hs', 'test']) {
    await owner.query('begin')
    await owner.query("select request.open(null, $1, '{intervention.modification}', null)", [sis])
    await owner.query(`
      insert into app.interventions (date_debut, heure_debut, date_fin, heure_fin, objet)
      select j, '10:00', j, '11:00', 'Feu'
        from generate_series(date '2001-01-01', date '2010-12-31', interval '2 days') as j`)
    await owner.query('commit')
  }
  await (await database.as('admin')).query('analyze')
})

/** The plan of the statement inside the function, for the data server. */
async function planOf(values: unknown[]): Promise<string> {
  const client = new pg.Client(database.urls.admin)
  await client.connect()
  try {
    const plans: string[] = []
    client.on('notice', ({ message }) => plans.push(message ?? ''))
    await client.query("load 'auto_explain'")
    await client.query(`set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
                        set auto_explain.log_level = notice; set plan_cache_mode = force_generic_plan; set role caserne_api`)
    await client.query(lists, values)
    return plans.find((plan) => plan.includes('from app.interventions i')) ?? ''
  } finally {
    await client.end()
  }
}

it.each([
  ['of a year', '2005', null, null, 'interventions_exercice_idx'],
  ['of a year by pages', '2005', null, 20, 'interventions_exercice_idx'],
  ['since a day', null, '2010-12-01', null, 'interventions_date_debut_idx'],
])('reads the list %s from an index alone', async (_, annee, du, limite, index) => {
  const admin = await database.as('admin')
  const { rows } = await admin.query(
    "select id from app.exercices_comptables where sis_key = 'hs' and annee = $1",
    [annee],
  )
  const plan = await planOf([rows[0]?.id ?? null, du, limite])
  expect(plan).toContain(`using ${index}`)
  expect(plan).not.toContain('Seq Scan')
})

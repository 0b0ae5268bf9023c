import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { useYears } from '../support/years.ts'

const database = useDatabase()
useYears(database, 2001, 2010)
const lists = `select api.list_interventions(exercice_comptable_id => $1, du => $2, au => $3, limite => $4)
                 from request.open(1, 'hs', '{intervention.lecture}', null)`

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
})

async function asDataServer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(database.urls.admin)
  await client.connect()
  try {
    await client.query(
      "set plan_cache_mode = force_generic_plan; set track_functions = 'all'; load 'auto_explain'",
    )
    await client.query('set role caserne_api')
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The plan of the statement inside the function, for the data server. */
async function planOf(values: unknown[]): Promise<string> {
  const plans: string[] = []
  await asDataServer(async (client) => {
    client.on('notice', ({ message }) => plans.push(message ?? ''))
    await client.query(`reset role; set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
                        set auto_explain.log_level = notice; set role caserne_api`)
    await client.query(lists, values)
  })
  return plans.find((plan) => plan.includes('from app.interventions i')) ?? ''
}

async function idOf(annee: string | null): Promise<string | null> {
  const { rows } = await (await database.as('admin')).query(
    "select id from app.exercices_comptables where sis_key = 'hs' and annee = $1",
    [annee],
  )
  return rows[0]?.id ?? null
}

describe.each(['never analyzed', 'analyzed'])('in a database %s', (state) => {
  beforeAll(async () => {
    if (state === 'analyzed') await (await database.as('admin')).query('analyze')
  })

  it.each([
    ['of a year', '2005', null, null, null, 'interventions_exercice_idx'],
    ['of a year by pages', '2005', null, null, 20, 'interventions_exercice_idx'],
    ['of some days of a year', '2005', '2005-03-01', '2005-03-31', 20, 'interventions_exercice_idx'],
    ['since a day', null, '2010-12-01', null, null, 'interventions_date_debut_idx'],
    ['of some days', null, '2005-03-01', '2005-03-31', 20, 'interventions_date_debut_idx'],
  ])('reads the list %s from an index in its order', async (_, annee, du, au, limite, index) => {
    const plan = await planOf([await idOf(annee), du, au, limite])
    expect(plan).toContain(`using ${index}`)
    expect(plan).not.toMatch(/Seq Scan|Sort/)
  })
})

it('asks for the current year once and for the time zone twice, however many rows it reads', async () => {
  const calls = await asDataServer(async (client) => {
    await client.query('begin')
    await client.query(lists, [null, null, null, null])
    const { rows } = await client.query(
      `select funcname, calls::integer from pg_stat_xact_user_functions
        where funcname in ('page_interventions', 'current_exercice_comptable_id', 'fuseau')`,
    )
    return Object.fromEntries(rows.map(({ funcname, calls }) => [funcname, calls]))
  })
  // The current year asks for the time zone too.
  expect(calls).toEqual({ page_interventions: 1, current_exercice_comptable_id: 1, fuseau: 2 })
})

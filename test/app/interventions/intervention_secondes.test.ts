import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { beforeEach, expect, it } from 'vitest'
import { useDataApi } from '../../http/data_fixture.ts'
import { allPermissions } from '../../support/table.ts'

const { database, servers, ask, sql } = useDataApi()
let people: number[] = []
let id = 0
let other = 0

beforeEach(async () => {
  await servers.signIn('commandant@example.org')
  await sql("update app.interventions set statut = 2 where statut = 3 and numero like '2025-%'")
  await sql("delete from app.interventions where date_debut between '2024-01-01' and '2026-12-31'")
  people = (await sql('select id::integer from app.sapeurs order by id')).map((row) => Number(row.id))
  id = await addIntervention()
  other = await addIntervention()
})

const least = { date_debut: '2025-03-14', heure_debut: '14:29', objet: 'Feu de cuisine' }
const addIntervention = async () => (await ask('POST /interventions', least)).body.data.id as number
const presence = (n: number, debut: string, fin: string, more = {}) => ({
  sapeur_id: people[n],
  debut: `2025-03-14 ${debut}`,
  fin: `2025-03-14 ${fin}`,
  ...more,
})

/** The stored seconds of an intervention and its statut. */
async function beside(intervention = id): Promise<[secondes: number, statut: unknown]> {
  const [row] = await sql('select secondes, statut from app.interventions where id = $1', [intervention])
  return [Number(row?.secondes), row?.statut]
}

/** The interventions whose seconds are not the sum of their presences. */
async function wrong(): Promise<unknown[]> {
  const { rows } = await (await database.as('admin')).query(
    `select i.id, i.secondes, p.secondes as presences
       from app.interventions i
      cross join lateral (
        select coalesce(sum(extract(epoch from p.fin) - extract(epoch from p.debut)), 0) as secondes
          from app.intervention_sapeurs p
         where p.sis_key = i.sis_key and p.intervention_id = i.id
      ) p
      where i.secondes is distinct from p.secondes`,
  )
  return rows
}

async function add(...sapeurs: unknown[]): Promise<{ id: number }[]> {
  const { status, body } = await ask(`POST /interventions/${id}/sapeurs`, { sapeurs })
  expect(status).toBe(201)
  return body.data.sapeurs
}

it('the seconds follow presences that are added, changed and removed, by fractions of a second too', async () => {
  const [first, second] = await add(
    presence(0, '14:30', '16:00'),
    presence(1, '14:30', '15:00:00', { piquet: true }),
  )
  expect(await beside()).toEqual([5400 + 1800, 1])
  const instants = { debut: '2025-03-14T13:30:00.250Z', fin: '2025-03-14T15:00:00.125Z' }
  await ask(`PUT /interventions/${id}/sapeurs`, { sapeurs: [{ id: first?.id, ...instants }] })
  expect(await beside()).toEqual([5399.875 + 1800, 1])
  await ask(`DELETE /interventions/${id}/sapeurs`, { sapeurs: [{ id: second?.id }] })
  expect(await beside()).toEqual([5399.875, 1])
  await ask(`DELETE /interventions/${id}/sapeurs`, { sapeurs: [{ id: first?.id }] })
  expect(await beside()).toEqual([0, 0])
  expect(await wrong()).toEqual([])
})

it('the seconds stay when a batch is refused, whatever part of it was written', async () => {
  await add(presence(0, '14:30', '16:00'))
  const batch = [presence(1, '14:30', '15:00'), presence(2, '14:30', '15:00'), presence(1, '14:45', '15:30')]
  expect((await ask(`POST /interventions/${id}/sapeurs`, { sapeurs: batch })).status).toBe(409)
  const removed = { sapeurs: [999_999] }
  expect((await ask(`DELETE /interventions/${id}/sapeurs`, removed)).status).toBe(422)
  expect(await beside()).toEqual([5400, 1])
})

it('the seconds are right in the answer to a tablet’s report', async () => {
  const body = { ...least, localUuid: randomUUID(), sapeurs: [presence(3, '14:30', '15:00')] }
  const { body: sent } = await ask('POST /interventions-complet', body)
  expect(await beside(sent.data.id)).toEqual([1800, 1])
  const empty = await ask('POST /interventions-complet', { ...least, localUuid: randomUUID() })
  expect(await beside(empty.body.data.id)).toEqual([0, 1])
  expect(await wrong()).toEqual([])
})

it('the seconds move with the intervention to another year and back, and are deleted with it', async () => {
  await add(presence(0, '14:30', '16:00'))
  for (const date of ['2024-12-31', '2026-01-01', '2025-03-14']) {
    await ask(`PUT /interventions/${id}`, { date_debut: date, date_fin: date })
    const [row] = await sql(
      `select i.annee, left(i.numero, 4)::integer as numero, e.annee as exercice, i.secondes::integer as secondes
         from app.interventions i join app.exercices_comptables e on e.id = i.exercice_comptable_id where i.id = $1`,
      [id],
    )
    const annee = Number(date.slice(0, 4))
    expect(row).toEqual({ annee, numero: annee, exercice: annee, secondes: 5400 })
  }
  expect((await ask(`DELETE /interventions/${id}`)).status).toBe(204)
  expect(await sql('select from app.intervention_sapeurs where intervention_id = $1', [id])).toEqual([])
})

it('the seconds of both interventions stay correct when one statement changes presences of both, or moves one', async () => {
  await add(presence(0, '14:30', '16:00'), presence(1, '14:30', '15:00'))
  const owner = await database.as('owner')
  const now = async () => {
    const { rows } = await owner.query(
      'select secondes::integer, statut from app.interventions where id in ($1, $2) order by id',
      [id, other],
    )
    return rows.map(({ secondes, statut }) => [secondes, statut])
  }
  await owner.query('begin')
  await owner.query('select request.open(null, $1, $2, null)', ['hs', allPermissions])
  try {
    await owner.query(
      'update app.intervention_sapeurs set intervention_id = $2 where intervention_id = $1 and sapeur_id = $3',
      [id, other, people[0]],
    )
    expect(await now()).toEqual([
      [1800, 1],
      [5400, 1],
    ])
    await owner.query("update app.intervention_sapeurs set fin = fin + interval '1 minute'")
    expect(await now()).toEqual([
      [1860, 1],
      [5460, 1],
    ])
    await owner.query('update app.intervention_sapeurs set intervention_id = $2 where intervention_id = $1', [
      other,
      id,
    ])
    expect(await now()).toEqual([
      [7320, 1],
      [0, 0],
    ])
    await owner.query('update app.interventions set statut = 3 where id = $1', [id])
    await expect(
      owner.query('update app.intervention_sapeurs set intervention_id = $1', [other]),
    ).rejects.toMatchObject({ code: 'PT409' })
  } finally {
    await owner.query('rollback')
  }
})

it('the seconds stay correct when presences are added or removed at the same time', async () => {
  const answers = await Promise.all(
    people
      .slice(0, 12)
      .map((_, n) =>
        ask(`POST /interventions/${id}/sapeurs`, { sapeurs: [presence(n, '14:30', `15:${10 + n}`)] }),
      ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201))
  const sum = 12 * 2400 + 66 * 60
  expect(await beside()).toEqual([sum, 1])
  const { body } = await ask(`GET /interventions/${id}/sapeurs`)
  await Promise.all([
    ...body.data
      .slice(0, 6)
      .map((each: { id: number }) => ask(`DELETE /interventions/${id}/sapeurs`, { sapeurs: [each.id] })),
    ask(`PUT /interventions/${id}/sapeurs`, { sapeurs: [{ id: body.data[7].id, fin: '2025-03-14 14:31' }] }),
    ask(`POST /interventions/${id}/sapeurs`, { sapeurs: [presence(15, '18:00', '19:00')] }),
  ])
  expect(await wrong()).toEqual([])
  expect((await ask(`GET /interventions/${id}/sapeurs`)).body.data).toHaveLength(7)
})

it('the seconds of an intervention that loses a presence include one added but not yet committed', async () => {
  const [moved] = await add(presence(0, '14:30', '16:00'))
  const client = new pg.Client(database.urls.admin)
  await client.connect()
  await client.query('begin')
  await client.query('set local role caserne_owner')
  await client.query('select request.open(null, $1, $2, null)', ['hs', allPermissions])
  await client.query(
    `insert into app.intervention_sapeurs (intervention_id, sapeur_id, debut, fin)
     values ($1, $2, '2025-03-14 15:00+01', '2025-03-14 15:30+01')`,
    [id, people[1]],
  )
  const moving = sql('update app.intervention_sapeurs set intervention_id = $1 where id = $2', [
    other,
    moved?.id,
  ])
  const admin = await database.as('admin')
  await expect
    .poll(async () => {
      const { rows } = await admin.query(
        `select count(*)::integer as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows[0]?.n
    })
    .toBe(1)
  await client.query('commit')
  await client.end()
  await moving
  expect([await beside(), await beside(other)]).toEqual([
    [1800, 1],
    [5400, 1],
  ])
})

it('a change of the seconds leaves updated_at and the journal of the intervention alone; a change of its statut does not', async () => {
  const state = async () => {
    const [row] = await sql(
      `select updated_at, (select count(*) from audit.journal j where j.ressource = 'interventions' and j.ligne_id = i.id) as entries
         from app.interventions i where id = $1`,
      [id],
    )
    return row
  }
  const made = await state()
  await add(presence(0, '14:30', '16:00'))
  const saisie = await state()
  expect(saisie?.updated_at).not.toEqual(made?.updated_at)
  expect(Number(saisie?.entries)).toBe(Number(made?.entries) + 1)
  await add(presence(1, '14:30', '16:00'))
  expect(await state()).toEqual(saisie)
})

it('nobody writes the seconds through the API', async () => {
  await add(presence(0, '14:30', '16:00'))
  const api = await database.as('api')
  await expect(api.query('update app.interventions set secondes = 0')).rejects.toMatchObject({
    code: '42501',
  })
  await ask(`PUT /interventions/${id}`, { secondes: 0 })
  expect(await beside()).toEqual([5400, 1])
})

import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { makeAccount } from '../support/accounts.ts'
import { useYears } from '../support/years.ts'
import { useDataApi } from './data_fixture.ts'
import { addAlarme } from './samples/alarmes.ts'
import { addSapeur } from './samples/interventions.ts'

const { database, told, sql } = useDataApi()
useYears(database, 2019, 2019)
const modifier = 'modifie@example.org'
const least = { date_debut: '2019-03-14', heure_debut: '14:29', objet: 'Feu de cuisine' }
const send = (body: object, as = modifier) =>
  told('POST /interventions-complet', { ...least, ...body }, { as })
let sapeur: number

beforeAll(() =>
  makeAccount(database, { email: modifier, permissions: { hs: ['intervention.modification'] } }),
)
beforeEach(async () => {
  sapeur = await addSapeur(sql)
})

/** An alarm of 14 March 2026 and the intervention that the worker made of it. */
async function addBrouillon(): Promise<{ alarme: number; id: number }> {
  const alarme = await addAlarme(sql)
  const [row] = await sql("select jobs.create_intervention_from_alarm('hs', $1)::integer as id", [alarme])
  return { alarme, id: Number(row?.id) }
}

it('fills the intervention that the alarm made, which keeps its number, groups and quittances', async () => {
  const { alarme, id } = await addBrouillon()
  const [, before] = await told(`GET /interventions/${id}`)
  await sql('insert into app.intervention_quittances (intervention_id, sapeur_id) values ($1, $2)', [
    id,
    sapeur,
  ])
  const other = await addSapeur(sql)
  const localUuid = randomUUID()
  const body = {
    localUuid,
    date_debut: '2026-03-14',
    heure_debut: '14:35',
    degre: 3,
    groupes: [
      { no: '91', designation: '1er secours' },
      { no: '90', designation: 'EM' },
    ],
    quittances: [other, sapeur],
    alarme: String(alarme),
  }
  const [status, { data }] = await send(body)
  expect(status).toBe(201)
  expect(data).toMatchObject({
    ...before.data,
    ...least,
    date_debut: '2026-03-14',
    heure_debut: '14:35:00',
    heure_fin: '14:35:00',
    degre: 3,
    statut: 1,
    alarme_id: String(alarme),
    phases: [{ debut: '2026-03-14T14:35:00+01:00' }],
    updated_at: expect.any(String),
  })
  expect(data.groupes.map(({ no }: { no: string }) => no)).toEqual(['90', '91'])
  expect(data.quittances.map(({ sapeur_id }: { sapeur_id: number }) => sapeur_id)).toEqual([sapeur, other])
  expect(await send(body)).toEqual([200, { data }])
})

it('is refused where the alarm’s intervention is filled already', async () => {
  const { alarme, id } = await addBrouillon()
  const filled = [409, { error: 'L’intervention de cette alarme est déjà saisie' }]
  for (const statut of [1, 2, 3]) {
    await sql('update app.interventions set statut = $2 where id = $1', [id, statut])
    expect(await send({ alarme, localUuid: randomUUID() })).toEqual(filled)
  }
})

it('is refused where another tablet has filled it, even when nobody is left there', async () => {
  const { alarme, id } = await addBrouillon()
  expect((await send({ alarme, localUuid: randomUUID() }))[0]).toBe(201)
  await sql('update app.interventions set statut = 0 where id = $1', [id])
  expect((await send({ alarme, localUuid: randomUUID() }))[0]).toBe(409)
})

it.each([
  ['a number', (id: number) => id],
  ['a text', (id: number) => String(id)],
  ['an alarm', (id: number) => ({ id: String(id), adresse: 'x', groups: [] })],
])('of an alarm that made none, named by %s, is made, and both know each other', async (_, name) => {
  const alarme = await addAlarme(sql)
  const [status, { data }] = await send({ alarme: name(alarme) })
  expect([status, data.alarme_id]).toEqual([201, String(alarme)])
  expect(await sql('select intervention_id::integer as id from app.alarmes where id = $1', [alarme])).toEqual(
    [{ id: data.id }],
  )
  await sql("select jobs.create_intervention_from_alarm('hs', $1)", [alarme])
  expect(await sql('select id::integer from app.interventions where alarme_id = $1', [alarme])).toEqual([
    { id: data.id },
  ])
})

it('sees to the alarm that it names, and to no other that joined the same intervention', async () => {
  const { alarme, id } = await addBrouillon()
  const [other, third] = [await addAlarme(sql), await addAlarme(sql)]
  await sql('update app.alarmes set intervention_id = $1 where id = $2', [id, other])
  const [status, { data }] = await send({ alarme: { id: String(other), adresse: 'x' } })
  expect([status, data.id, data.alarme_id]).toEqual([201, id, String(alarme)])
  const seen = 'select validated from app.alarmes where id = any ($1) order by id'
  expect(await sql(seen, [[alarme, other, third]])).toEqual([
    { validated: false },
    { validated: true },
    { validated: false },
  ])
  for (const named of [alarme, { id: String(other) }])
    expect((await send({ alarme: named, localUuid: randomUUID() }))[0]).toBe(409)
  expect((await told(`PATCH /alarmes/${alarme}`, { validated: true }, { as: modifier }))[0]).toBe(200)
})

it('is refused for an alarm of another SIS', async () => {
  const alarme = await addAlarme(sql)
  const there = { as: 'autre@example.org', sis: 'test' }
  expect(await told('POST /interventions-complet', { ...least, alarme }, there)).toEqual([
    422,
    { error: { alarme: ['Cette alarme n’existe pas.'] } },
  ])
})

it('that is removed is not made again by the worker', async () => {
  const { alarme, id } = await addBrouillon()
  expect((await told(`DELETE /interventions/${id}`, undefined, { as: modifier }))[0]).toBe(204)
  await sql('select jobs.create_pending_interventions()')
  expect(await sql('select intervention_id from app.alarmes where id = $1', [alarme])).toEqual([
    { intervention_id: null },
  ])
  expect((await send({ alarme }))[1].data).toMatchObject({ alarme_id: String(alarme), statut: 1 })
})

import { beforeAll, beforeEach, expect, it } from 'vitest'
import { makeAccount } from '../support/users.ts'
import { useDataApi } from './data_fixture.ts'
import { addAlarme } from './samples/alarmes.ts'
import { addIntervention, addSapeur } from './samples/interventions.ts'

const { database, told, sql } = useDataApi()
const validator = 'valide@example.org'
const validate = (id: unknown, as = validator) => told(`POST /interventions/${id}/valider`, undefined, { as })
const refused = [409, { error: 'Seule une intervention saisie peut être validée' }]
let id: number

beforeAll(() => makeAccount(database, { email: validator, permissions: { hs: ['intervention.validation'] } }))
beforeEach(async () => {
  id = await addIntervention(sql)
})
const set = (statut: number) => sql('update app.interventions set statut = $2 where id = $1', [id, statut])
const row = async () => {
  const rows = await sql(
    'select statut, validated_by, validated_at = updated_at as at_once from app.interventions where id = $1',
    [id],
  )
  return rows[0]
}

it('validates an intervention that is saisie, with the one permission, and records who and when', async () => {
  await set(1)
  expect(await validate(id)).toEqual([200, { data: 2 }])
  expect(await row()).toEqual({ statut: 2, validated_by: validator, at_once: true })
  expect((await told(`GET /interventions/${id}`, undefined, { as: validator }))[1].data).toMatchObject({
    id,
    statut: 2,
    validated_by: validator,
    validated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
  })
})

it.each([0, 2, 3])('refuses one of statut %j', async (statut) => {
  await set(statut)
  const before = await row()
  expect(await validate(id)).toEqual(refused)
  expect(await row()).toEqual(before)
})

it('validates its alarms too, and no others', async () => {
  const alarmes = [await addAlarme(sql), await addAlarme(sql), await addAlarme(sql)]
  await sql('update app.alarmes set intervention_id = $1 where id = any ($2)', [id, alarmes.slice(0, 2)])
  await set(1)
  await validate(id)
  expect(await sql('select validated from app.alarmes where id = any ($1) order by id', [alarmes])).toEqual([
    { validated: true },
    { validated: true },
    { validated: false },
  ])
})

it('called ten times at once validates once', async () => {
  await set(1)
  const answers = await Promise.all(Array.from({ length: 10 }, () => validate(id)))
  const yes = answers.filter(([status]) => status === 200)
  expect(yes).toEqual([[200, { data: 2 }]])
  expect(answers.filter(([status]) => status !== 200)).toEqual(Array(9).fill(refused))
})

it('is refused by the database itself without the permission', async () => {
  await set(1)
  const api = await database.as('api')
  const call = `select api.valider_intervention($1) from request.open(1, 'hs', '{intervention.modification}', null)`
  await expect(api.query(call, [id])).rejects.toMatchObject({ code: 'PT403' })
})

it('is undone when a presence is deleted: saisie again, vide without any, validated by nobody', async () => {
  const presence = async () => ({
    sapeur_id: await addSapeur(sql),
    debut: '2026-03-14 14:30',
    fin: '2026-03-14 16:00',
  })
  const sapeurs = [await presence(), await presence()]
  const [, { data }] = await told(`POST /interventions/${id}/sapeurs`, { sapeurs })
  const remove = (n: number) => told(`DELETE /interventions/${id}/sapeurs`, { sapeurs: [data.sapeurs[n].id] })
  const validated = async () => (await told(`GET /interventions/${id}`))[1].data
  expect(await validate(id)).toEqual([200, { data: 2 }])
  expect(await validated()).toMatchObject({ statut: 2, validated_by: validator })
  expect(await remove(0)).toEqual([200, { data: 1 }])
  expect(await validated()).toMatchObject({ statut: 1, validated_by: null, validated_at: null })
  expect(await validate(id)).toEqual([200, { data: 2 }])
  expect(await remove(1)).toEqual([200, { data: 0 }])
  expect(await validated()).toMatchObject({ statut: 0, validated_by: null, validated_at: null })
  expect(await validate(id)).toEqual(refused)
})

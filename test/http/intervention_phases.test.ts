import { beforeEach, expect, it } from 'vitest'
import { useDataApi } from './data_fixture.ts'
import { addIntervention } from './samples/interventions.ts'

const { ask, told, sql } = useDataApi()
let id: number
// The first phase of the intervention that begins at 14:29.
let first: { id: number; intervention_id: number; phase_type_id: number; debut: string }
const tooEarly = (n = 0) => [
  422,
  { error: { [`phases.${n}.debut`]: ['La phase doit commencer après le début de l’intervention.'] } },
]
const add = (...phases: object[]) => told(`POST /interventions/${id}/phases`, { phases })
const change = (...phases: object[]) => told(`PUT /interventions/${id}/phases`, { phases })
const remove = (...phases: unknown[]) => told(`DELETE /interventions/${id}/phases`, { phases })
const list = () => told(`GET /interventions/${id}/phases`)

beforeEach(async () => {
  id = await addIntervention(sql)
  first = (await list())[1].data[0]
})

it('phases begin with one of type 1, at the intervention’s start', async () => {
  expect(await list()).toEqual([
    200,
    {
      data: [
        { id: expect.any(Number), intervention_id: id, phase_type_id: 1, debut: '2026-03-14T14:29:00+01:00' },
      ],
    },
  ])
})

it('phases are added, listed by their beginning, changed and deleted', async () => {
  const [status, { data }] = await add(
    { phase_type_id: 2, debut: '2026-03-14 15:30' },
    { phase_type_id: 1, debut: '2026-03-14 14:29:01' },
  )
  const own = { id: expect.any(Number), intervention_id: id }
  const next = { ...own, phase_type_id: 1, debut: '2026-03-14T14:29:01+01:00' }
  const last = { ...own, phase_type_id: 2, debut: '2026-03-14T15:30:00+01:00' }
  expect([status, data]).toEqual([201, [first, next, last]])
  expect(
    await change({ id: data[1].id, phase_type_id: 2 }, { id: data[2].id, debut: '2026-03-14 15:45' }),
  ).toEqual([
    200,
    { data: [first, { ...data[1], phase_type_id: 2 }, { ...data[2], debut: '2026-03-14T15:45:00+01:00' }] },
  ])
  expect(await remove({ id: data[1].id }, data[2].id)).toEqual([200, { data: [first] }])
})

it('phases come after the intervention’s start, all or none', async () => {
  const good = { phase_type_id: 2, debut: '2026-03-14 15:30' }
  for (const debut of ['2026-03-14 14:28:59', '2026-03-14 14:29', '2026-03-14T13:29:00Z', '1900-01-01 00:00'])
    expect(await add(good, { phase_type_id: 1, debut })).toEqual(tooEarly(1))
  expect(await add({ ...good, phase_type_id: 99 })).toEqual([
    422,
    { error: { 'phases.0.phase_type_id': ['Ce type de phase n’existe pas.'] } },
  ])
  expect(await list()).toEqual([200, { data: [first] }])
})

it('phases cannot be moved before the intervention’s start; the first may stay at it, and be moved away', async () => {
  const [, { data }] = await add({ phase_type_id: 2, debut: '2026-03-14 15:30' })
  expect(await change(first, { ...data[1], debut: first.debut })).toEqual(tooEarly(1))
  expect(await change({ ...first, debut: '2026-03-14 14:00' })).toEqual(tooEarly())
  expect(await change(first, data[1])).toEqual([200, { data }])
  const moved = { ...first, debut: '2026-03-14T14:35:00+01:00' }
  expect(await change(moved)).toEqual([200, { data: [moved, data[1]] }])
  expect(await change(first)).toEqual([200, { data }])
})

it('phases begin with one of type 1 again after the first was deleted', async () => {
  await remove(first.id)
  const { debut } = first
  expect(await add({ phase_type_id: 2, debut })).toEqual(tooEarly())
  expect(await add({ phase_type_id: 1, debut })).toEqual([
    201,
    { data: [{ ...first, id: expect.any(Number) }] },
  ])
  expect(await add({ phase_type_id: 1, debut })).toEqual(tooEarly())
})

it('an unknown phase is named in the refusal', async () => {
  expect(await change(first, { id: 999_999 })).toEqual([
    422,
    { error: { 'phases.1.id': ['Cette phase n’existe pas.'] } },
  ])
  expect(await remove(first.id, 999_999)).toEqual([
    422,
    { error: { 'phases.1': ['Cet élément n’existe pas.'] } },
  ])
  expect(await list()).toEqual([200, { data: [first] }])
})

it('the first phase moves with the intervention, in the time zone of the SIS', async () => {
  const created = await ask('POST /interventions', {
    date_debut: '2026-03-14',
    heure_debut: '10:00',
    objet: 'Feu',
  })
  const { id } = created.body.data
  expect((await ask('POST /sis-param', { fuseau: 'Europe/London' })).status).toBe(200)
  expect((await ask(`PUT /interventions/${id}`, { heure_debut: '12:00', heure_fin: '13:00' })).status).toBe(
    200,
  )
  const phases = (await ask(`GET /interventions/${id}/phases`)).body.data
  expect(phases.map(({ debut }: { debut: string }) => debut)).toEqual(['2026-03-14T12:00:00+00:00'])
  expect((await ask('POST /sis-param', { fuseau: 'Europe/Zurich' })).status).toBe(200)
})

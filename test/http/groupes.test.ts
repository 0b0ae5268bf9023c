import { describe, expect, it } from 'vitest'
import { beginInHs, untilBlocked } from '../support/waiting.ts'
import { useDataApi } from './data_fixture.ts'

const { ask, told, sql, database } = useDataApi()

const circle = [422, { error: { parent_id: ['Un groupe ne peut dépendre de lui-même.'] } }]
const bare = { type: 1, no: '', tri: 0, parent_id: null, sapeur_ids: [] }
const add = async (body: object) => (await ask('POST /groupes', body)).body.data

it('groups are listed with their members for any permission, otherwise with oneself only', async () => {
  // Those of the demo: other tests add theirs.
  const read = async (as?: string) => {
    const { data } = (await ask('GET /groupes', undefined, { ...(as && { as }) })).body
    return data.filter(
      ({ type, no }: { type: number; no: string }) => type === 1 && ['90', '91'].includes(no),
    )
  }
  const data = await read()
  expect(data).toEqual([
    { id: data[0].id, ...bare, no: '90', designation: 'EM', tri: 1, sapeur_ids: expect.any(Array) },
    { id: data[1].id, ...bare, no: '91', designation: '1er secours', tri: 2, sapeur_ids: expect.any(Array) },
  ])
  const members = await sql(
    `select id::integer, groupe_id::integer, sapeur_id::integer from app.groupe_sapeurs
      where groupe_id = any ($1) order by id`,
    [data.map(({ id }: { id: number }) => id)],
  )
  expect(members.length).toBeGreaterThan(20)
  const shown = data.flatMap(({ id, sapeur_ids }: { id: number; sapeur_ids: object[] }) =>
    sapeur_ids.map((each) => ({ ...each, groupe_id: id })),
  )
  expect(shown).toHaveLength(members.length)
  expect(shown).toEqual(expect.arrayContaining(members))
  for (const as of ['lecteur@example.org', 'admin@example.org']) expect(await read(as)).toEqual(data)

  const own = await read('sapeur@example.org')
  expect(own.map(({ id }: { id: number }) => id)).toEqual([data[0].id, data[1].id])
  const seen = own.flatMap(({ sapeur_ids }: { sapeur_ids: { sapeur_id: number }[] }) => sapeur_ids)
  expect(new Set(seen.map(({ sapeur_id }: { sapeur_id: number }) => sapeur_id)).size).toBe(1)
})

it('groups are added, changed and deleted; members stay', async () => {
  const body = { type: 2, no: '7', designation: 'Section', tri: 9, parent_id: null }
  const [status, { data }] = await told('POST /groupes', { ...body, sapeur_ids: [{ id: 1, sapeur_id: 1 }] })
  expect([status, data]).toEqual([201, { id: expect.any(Number), ...body, sapeur_ids: [] }])
  const [member] = await sql(
    `insert into app.groupe_sapeurs (groupe_id, sapeur_id) select $1, min(id) from app.sapeurs
     returning id::integer, sapeur_id::integer`,
    [data.id],
  )
  expect(await told(`PUT /groupes/${data.id}`, { no: '8', sapeur_ids: [] })).toEqual([
    200,
    { data: { ...data, no: '8', sapeur_ids: [member] } },
  ])
  expect(await told(`DELETE /groupes/${data.id}`)).toEqual([204, null])
  expect(await sql('select from app.groupe_sapeurs where groupe_id = $1', [data.id])).toEqual([])
  expect(await told(`DELETE /groupes/${data.id}`)).toEqual([404, { error: 'Groupe inconnu' }])
})

it('groups have a unique number per type, or none', async () => {
  expect(await told('POST /groupes', { no: '90', designation: 'État-major' })).toEqual([
    409,
    { error: 'Un groupe de ce type a déjà ce numéro' },
  ])
  expect(await add({ type: 2, no: '90', designation: 'État-major' })).toMatchObject({ type: 2, no: '90' })
  for (const designation of ['Nord', 'Sud'])
    expect(await add({ designation })).toEqual({ id: expect.any(Number), ...bare, designation })
  expect(await told('POST /groupes', { no: 'x'.repeat(11), designation: 'Est' })).toEqual([
    422,
    { error: { no: ['Ce champ ne doit pas dépasser 10 caractères.'] } },
  ])
})

describe('groups stand below a parent:', () => {
  it('an existing group of the same SIS', async () => {
    const [other] = await sql('select max(id)::integer as id from app.groupes', [], 'test')
    for (const parent_id of [other?.id, 4242])
      expect(await told('POST /groupes', { designation: 'Section', parent_id })).toEqual([
        422,
        { error: { parent_id: ['Ce groupe n’existe pas.'] } },
      ])
  })

  it('never themselves, at any level, and may lose it again', async () => {
    const one = await add({ designation: 'Un' })
    const two = await add({ designation: 'Deux', parent_id: one.id })
    const three = await add({ designation: 'Trois', parent_id: two.id })
    for (const { id } of [one, two, three])
      expect(await told(`PUT /groupes/${one.id}`, { parent_id: id })).toEqual(circle)
    expect(await told(`PUT /groupes/${three.id}`, { parent_id: one.id, tri: 3 })).toEqual([
      200,
      { data: { ...three, parent_id: one.id, tri: 3 } },
    ])
    expect(await told(`DELETE /groupes/${one.id}`)).toEqual([
      409,
      { error: 'D’autres groupes dépendent de celui-ci' },
    ])
    expect((await ask(`PUT /groupes/${two.id}`, { parent_id: null })).body.data.parent_id).toBeNull()
    expect((await ask(`PUT /groupes/${three.id}`, { parent_id: null })).status).toBe(200)
    expect(await told(`DELETE /groupes/${one.id}`)).toEqual([204, null])
  })

  it('never in a circle made by two simultaneous requests', async () => {
    const [one, two] = [await add({ designation: 'Pile' }), await add({ designation: 'Face' })]
    const client = await beginInHs(database, ['sapeur.config'])
    await client.query('update app.groupes set parent_id = $2 where id = $1', [one.id, two.id])
    const waiting = told(`PUT /groupes/${two.id}`, { parent_id: one.id })
    await untilBlocked(database)
    await client.query('commit')
    expect(await waiting).toEqual(circle)
    await client.end()
  })
})

it('groups are shaped with sapeur.config or organisation.modification', async () => {
  expect(await told('POST /groupes', { designation: 'x' }, { as: 'chef@example.org' })).toEqual([
    403,
    { error: 'Permission requise : sapeur.config ou organisation.modification' },
  ])
})

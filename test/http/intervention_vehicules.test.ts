import { beforeEach, describe, expect, it } from 'vitest'
import { useDataApi } from './data_fixture.ts'
import { addIntervention, addSapeur } from './samples/interventions.ts'
import { addMateriel, addVehicule } from './samples/vehicules.ts'

const { told, sql } = useDataApi()
let id: number
beforeEach(async () => {
  id = await addIntervention(sql)
})

describe.each([
  { list: 'vehicules', key: 'vehicule_id', add: addVehicule, unknown: 'Ce véhicule n’existe pas.' },
  { list: 'quittances', key: 'sapeur_id', add: addSapeur, unknown: 'Ce sapeur n’existe pas.' },
])('$list of an intervention', ({ list, key, add, unknown }) => {
  const door = () => `/interventions/${id}/${list}`
  const shown = (...linked: number[]) => ({
    data: linked.map((each) => ({ id: expect.any(Number), intervention_id: id, [key]: each })),
  })
  let [one, two, three] = [0, 0, 0]
  beforeEach(async () => {
    ;[one, two, three] = [await add(sql), await add(sql), await add(sql)]
  })

  it('are added by ids or rows, skipping existing ones: the answer is the full list', async () => {
    expect(await told(`GET ${door()}`)).toEqual([200, shown()])
    expect(await told(`POST ${door()}`, { [list]: [two, { [key]: one, id: 7 }, two] })).toEqual([
      201,
      shown(two, one),
    ])
    expect(await told(`POST ${door()}`, { [list]: [one, three] })).toEqual([201, shown(two, one, three)])
    expect(await told(`GET ${door()}`)).toEqual([200, shown(two, one, three)])
  })

  it('are removed, as numbers or rows', async () => {
    const { data } = (await told(`POST ${door()}`, { [list]: [one, two, three] }))[1]
    // Vehicles are known by themselves, quittances by their own ids.
    const known = (at: number) => (list === 'vehicules' ? [one, two, three][at] : data[at].id)
    const row = list === 'vehicules' ? { id: 1, vehicule_id: three } : data[2]
    expect(await told(`DELETE ${door()}`, { [list]: [known(0), row] })).toEqual([200, shown(two)])
    expect(await told(`DELETE ${door()}`, { [list]: [known(1), known(0)] })).toEqual([
      422,
      { error: { [`${list}.1`]: ['Cet élément n’existe pas.'] } },
    ])
    expect(await told(`GET ${door()}`)).toEqual([200, shown(two)])
  })

  it('are changed by their own ids', async () => {
    const [, { data }] = await told(`POST ${door()}`, { [list]: [one, two] })
    const row = { ...data[0], [key]: three }
    expect(await told(`PUT ${door()}`, { [list]: [row, { id: data[1].id }] })).toEqual([
      200,
      { data: [row, data[1]] },
    ])
    expect(await told(`PUT ${door()}`, { [list]: [{ ...row, [key]: two }] })).toEqual([
      409,
      {
        error:
          list === 'vehicules'
            ? 'Ce véhicule est déjà lié à l’intervention'
            : 'Ce sapeur a déjà quittancé l’alarme',
      },
    ])
    expect(await told(`PUT ${door()}`, { [list]: [row, { ...row, id: 999_999 }] })).toEqual([
      422,
      {
        error: {
          [`${list}.1.id`]: [
            list === 'vehicules'
              ? 'Ce véhicule n’est pas lié à l’intervention.'
              : 'Cette quittance n’existe pas.',
          ],
        },
      },
    ])
  })

  it('are added all or none, and the unknown one is named', async () => {
    const elsewhere = await add((text, values) => sql(text, values, 'test'))
    const [strange] = await sql(
      `select max(id) + 1 as id from app.${list === 'vehicules' ? list : 'sapeurs'}`,
    )
    for (const other of [Math.max(elsewhere, Number(strange?.id)), { [key]: 9007199254740991 }])
      expect(await told(`POST ${door()}`, { [list]: [one, other] })).toEqual([
        422,
        { error: { [`${list}.1.${key}`]: [unknown] } },
      ])
    expect(await told(`POST ${door()}`, { [list]: [] })).toEqual([
      422,
      { error: { [list]: ['Il faut au moins 1 élément(s).'] } },
    ])
    expect(await told(`GET ${door()}`)).toEqual([200, shown()])
  })
})

describe('materiels of an intervention', () => {
  const door = () => `/interventions/${id}/materiels`
  const shown = (materiel_id: number, quantite: string) => ({
    id: expect.any(Number),
    intervention_id: id,
    materiel_id,
    quantite,
  })

  it('are added with their quantities, changed and deleted', async () => {
    const [one, two] = [await addMateriel(sql), await addMateriel(sql)]
    const [status, { data }] = await told(`POST ${door()}`, {
      materiels: [
        { materiel_id: two, quantite: '2.5' },
        { materiel_id: one, quantite: 3 },
      ],
    })
    expect([status, data]).toEqual([201, [shown(two, '2.50'), shown(one, '3.00')]])
    expect(
      await told(`PUT ${door()}`, {
        materiels: [
          { id: data[0].id, quantite: '99999999.99' },
          { id: data[1].id, materiel_id: one },
        ],
      }),
    ).toEqual([200, { data: [shown(two, '99999999.99'), shown(one, '3.00')] }])
    expect(await told(`DELETE ${door()}`, { materiels: [{ id: data[0].id }] })).toEqual([
      200,
      { data: [shown(one, '3.00')] },
    ])
  })

  it('are not repeated, and have positive quantities', async () => {
    const materiel_id = await addMateriel(sql)
    const add = (...materiels: object[]) => told(`POST ${door()}`, { materiels })
    expect(await add({ materiel_id, quantite: 1 }, { materiel_id, quantite: 2 })).toEqual([
      409,
      { error: 'Ce matériel est déjà lié à l’intervention' },
    ])
    for (const quantite of [0, '0.00'])
      expect(await add({ materiel_id, quantite })).toEqual([
        422,
        { error: { 'materiels.0.quantite': ['La quantité doit être supérieure à 0.'] } },
      ])
    expect(await add({ materiel_id, quantite: 0.001 })).toEqual([
      422,
      { error: { 'materiels.0.quantite': ['Il faut deux décimales au plus.'] } },
    ])
    for (const quantite of ['1.234', '-1', '', 1e9, true, null])
      expect((await add({ materiel_id, quantite }))[0]).toBe(422)
    expect(await add({ materiel_id: 999_999, quantite: 1 })).toEqual([
      422,
      { error: { 'materiels.0.materiel_id': ['Ce matériel n’existe pas.'] } },
    ])
    expect(await told(`PUT ${door()}`, { materiels: [{ id: 999_999, quantite: 1 }] })).toEqual([
      422,
      { error: { 'materiels.0.id': ['Ce matériel n’est pas lié à l’intervention.'] } },
    ])
    expect(await told(`GET ${door()}`)).toEqual([200, { data: [] }])
  })
})

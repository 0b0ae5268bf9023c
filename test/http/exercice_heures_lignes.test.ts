import { beforeEach, describe, expect, it } from 'vitest'
import { useDataApi } from './data_fixture.ts'
import { addExercice } from './samples/exercices.ts'
import { addSapeur } from './samples/interventions.ts'

const { told, sql } = useDataApi()
let [id, anne, bob] = [0, 0, 0]

beforeEach(async () => {
  id = await addExercice(sql)
  ;[anne, bob] = [await addSapeur(sql), await addSapeur(sql)]
})

const door = (method: string) => `${method} /exercices/${id}/heures`
const hours = (sapeur_id: number, heure_exercice_type_id: number, quantite: unknown) => ({
  sapeur_id,
  heure_exercice_type_id,
  quantite,
})
const listed = async () => (await told(door('GET')))[1].data
const add = async (...heures: object[]) => (await told(door('POST'), { heures }))[1].data

describe('additional hours of an exercice', () => {
  it('are listed, added, changed and removed in batches, of people who are not on its list too', async () => {
    expect(await told(door('GET'))).toEqual([200, { data: [] }])
    const [one, two] = [hours(anne, 2, '1.50'), hours(bob, 3, '0.25')]
    const [status, { data }] = await told(door('POST'), { heures: [one, { ...two, quantite: 0.25 }] })
    const [first, second] = data
    expect([status, data]).toEqual([
      201,
      [
        { id: first.id, ...one },
        { id: second.id, ...two },
      ],
    ])
    const changed = {
      heures: [
        { id: second.id, quantite: '3' },
        { id: first.id, sapeur_id: bob },
      ],
    }
    expect(await told(door('PUT'), changed)).toEqual([
      200,
      {
        data: [
          { ...first, sapeur_id: bob },
          { ...second, quantite: '3.00' },
        ],
      },
    ])
    expect(await told(door('DELETE'), { heures: [first.id] })).toEqual([
      200,
      { data: [{ ...second, quantite: '3.00' }] },
    ])
    expect((await told(door('GET')))[1].data).toEqual([{ ...second, quantite: '3.00' }])
    expect((await told(`GET /exercices/${id}`))[1].data.statut).toBe(1)
  })

  it('are written all or none, and the faulty row is named', async () => {
    const fault = async (heures: object[], method = 'POST') => (await told(door(method), { heures }))[1].error
    expect(await fault([hours(anne, 2, '1'), hours(999_999, 2, '1')])).toEqual({
      'heures.1.sapeur_id': ['Ce sapeur n’existe pas.'],
    })
    expect(await fault([hours(anne, 999_999, '1')])).toEqual({
      'heures.0.heure_exercice_type_id': ['Ce type d’heures n’existe pas.'],
    })
    expect(Object.keys(await fault([hours(anne, 2, '-1')]))).toEqual(['heures.0.quantite'])
    expect(await fault([{ id: 999_999, quantite: '1' }], 'PUT')).toEqual({
      'heures.0.id': ['Ces heures n’existent pas.'],
    })
    expect(await told(door('DELETE'), { heures: [999_999] })).toEqual([
      422,
      { error: { 'heures.0': ['Cet élément n’existe pas.'] } },
    ])
    expect((await told(door('GET')))[1].data).toEqual([])
  })

  it('of another exercice are not found', async () => {
    const [row] = await add(hours(anne, 2, '1'))
    id = await addExercice(sql)
    expect((await told(door('PUT'), { heures: [{ id: row.id, quantite: '2' }] }))[0]).toBe(422)
    expect((await told(door('DELETE'), { heures: [row.id] }))[0]).toBe(422)
  })

  it('that are written while the exercice is validé need a new signature; imputé, they stay as they are', async () => {
    const validate = () => sql('update app.exercices set statut = 3 where id = $1', [id])
    const statut = async () => (await told(`GET /exercices/${id}`))[1].data.statut
    const statuts: number[] = []
    for (const write of [
      () => add(hours(anne, 2, '1'), hours(bob, 2, '1')),
      async () => told(door('PUT'), { heures: [{ ...(await listed())[0], quantite: '2' }] }),
      async () => told(door('PUT'), { heures: await listed() }),
      async () => told(door('DELETE'), { heures: [(await listed())[1].id] }),
    ]) {
      await validate()
      await write()
      statuts.push(await statut())
    }
    // Those that were sent back unchanged are signed.
    expect(statuts).toEqual([2, 2, 3, 2])
    const [row] = await listed()
    await sql('update app.exercices set statut = 4 where id = $1', [id])
    const refused = [409, { error: 'L’exercice est imputé : il ne peut plus être modifié' }]
    expect(await told(door('POST'), { heures: [hours(bob, 2, '1')] })).toEqual(refused)
    expect(await told(door('PUT'), { heures: [{ id: row.id, quantite: '2' }] })).toEqual(refused)
    expect(await told(door('DELETE'), { heures: [row.id] })).toEqual(refused)
    expect(await listed()).toEqual([row])
  })
})

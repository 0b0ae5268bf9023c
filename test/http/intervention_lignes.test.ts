import { beforeAll, describe, expect, it } from 'vitest'
import { useDataApi } from './data_fixture.ts'
import { interventionLigneSamples } from './samples/intervention_lignes.ts'
import { interventionSamples } from './samples/interventions.ts'

const { told, sql, database } = useDataApi()
const samples = { ...interventionSamples, ...interventionLigneSamples }
const lists = [
  'sapeurs',
  'vehicules',
  'materiels',
  'groupes',
  'missions',
  'appels',
  'phases',
  'quittances',
  'jalons',
]
const verbs = { create: 'POST', update: 'PUT', delete: 'DELETE' }

describe.each(lists)('%s of an intervention', (list) => {
  it.each(Object.entries(verbs))('can be written until it is imputée: %s', async (verb, method) => {
    const admin = await database.as('admin')
    const prepare = async (statut: number) => {
      const { path, body } = (await samples[`${verb}_intervention_${list}`]?.(sql)) ?? {}
      await admin.query('update app.interventions set statut = $1 where id = $2', [statut, path?.id])
      return { door: `/interventions/${path?.id}/${list}`, body }
    }
    const validated = await prepare(2)
    const [status] = await told(`${method} ${validated.door}`, validated.body)
    expect(status).toBe(verb === 'create' ? 201 : 200)
    const charged = await prepare(3)
    const before = await told(`GET ${charged.door}`)
    expect(await told(`${method} ${charged.door}`, charged.body)).toEqual([
      409,
      { error: 'L’intervention est imputée : elle ne peut plus être modifiée' },
    ])
    expect(await told(`GET ${charged.door}`)).toEqual(before)
  })

  it('cannot be changed or deleted through another intervention', async () => {
    const one = await samples[`update_intervention_${list}`]?.(sql)
    const other = await samples[`update_intervention_${list}`]?.(sql)
    const before = await told(`GET /interventions/${one?.path?.id}/${list}`)
    const changed = await told(`PUT /interventions/${other?.path?.id}/${list}`, one?.body)
    expect(changed).toEqual([422, { error: { [`${list}.0.id`]: [expect.stringContaining('pas')] } }])
    const removal = (await samples[`delete_intervention_${list}`]?.(sql))?.body
    expect(await told(`DELETE /interventions/${other?.path?.id}/${list}`, removal)).toEqual([
      422,
      { error: { [`${list}.0`]: ['Cet élément n’existe pas.'] } },
    ])
    expect(await told(`GET /interventions/${one?.path?.id}/${list}`)).toEqual(before)
  })
})

describe('at the same time', () => {
  let id: number
  let groupes: { id: number; no: string; designation: string }[]

  beforeAll(async () => {
    const { path } = (await samples.create_intervention_groupes?.(sql)) ?? {}
    id = Number(path?.id)
    const rows = Array.from({ length: 20 }, (_, n) => ({ no: String(n + 10), designation: 'EM' }))
    const [, { data }] = await told(`POST /interventions/${id}/groupes`, { groupes: rows })
    groupes = data
  })

  it('batches in different orders follow each other', async () => {
    const door = `PUT /interventions/${id}/groupes`
    const named = (designation: string) => groupes.map((groupe) => ({ id: groupe.id, designation }))
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => {
        const rows = named(`EM ${n}`)
        return told(door, { groupes: n % 2 === 0 ? rows : rows.reverse() })
      }),
    )
    expect(answers.map(([status]) => status)).toEqual(Array(8).fill(200))
    const [, { data }] = await told(`GET /interventions/${id}/groupes`)
    expect(new Set(data.map((each: { designation: string }) => each.designation)).size).toBe(1)
  })

  it('one vehicle is linked once', async () => {
    const { path, body } = (await samples.create_intervention_vehicules?.(sql)) ?? {}
    const door = `/interventions/${path?.id}/vehicules`
    const answers = await Promise.all(Array.from({ length: 4 }, () => told(`POST ${door}`, body)))
    expect(answers.map(([status]) => status)).toEqual([201, 201, 201, 201])
    expect((await told(`GET ${door}`))[1].data).toHaveLength(1)
  })
})

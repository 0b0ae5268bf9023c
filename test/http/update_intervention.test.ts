import { describe, expect, it } from 'vitest'
import { useYears } from '../support/years.ts'
import { closed, only, useInterventions } from './intervention_fixture.ts'

const { create, database, phases, sql, told } = useInterventions()
useYears(database, 2014, 2020)
const imputed = [409, { error: 'L’intervention est imputée : elle ne peut plus être modifiée' }]

describe('an intervention is changed', () => {
  it('in the sent fields; the rest stays, and null clears', async () => {
    const { updated_at: _, ...before } = await create({
      lieu: 'Gare',
      degre: 3,
      stat_nb: 2,
      heure_fin: '16:00',
    })
    const answered = await told(
      `PUT /interventions/${before.id}`,
      { objet: 'Autre', degre: null, lieu: null },
      only,
    )
    const after = { ...before, objet: 'Autre', degre: 1, lieu: '', updated_at: expect.any(String) }
    expect(answered).toEqual([200, { data: after }])
    expect(await told(`GET /interventions/${before.id}`)).toEqual([
      200,
      { data: { ...after, rapports_tablette: [] } },
    ])
  })

  it('in nothing when it is sent back unchanged', async () => {
    const { updated_at: _, ...before } = await create({ wgs84: '47.362500,7.345678' })
    expect(await told(`PUT /interventions/${before.id}`, before)).toEqual([
      200,
      { data: { ...before, updated_at: expect.any(String) } },
    ])
  })

  it('and its first phase moves with its beginning, up to the next', async () => {
    const { id } = await create({ date_fin: '2019-03-16' })
    const next = { phases: [{ phase_type_id: 2, debut: '2019-03-14 18:00' }] }
    expect((await told(`POST /interventions/${id}/phases`, next))[0]).toBe(201)
    expect((await told(`PUT /interventions/${id}`, { heure_debut: '17:59:59' }))[0]).toBe(200)
    for (const move of [{ heure_debut: '18:00' }, { date_debut: '2019-03-15' }])
      expect(await told(`PUT /interventions/${id}`, move)).toEqual([
        422,
        { error: { heure_debut: ['Une phase commence avant ce début.'] } },
      ])
    expect((await phases(id)).map(({ debut }: { debut: string }) => debut)).toEqual([
      '2019-03-14T17:59:59+01:00',
      '2019-03-14T18:00:00+01:00',
    ])
  })

  it('but cannot end before it begins', async () => {
    const { id } = await create()
    expect(await told(`PUT /interventions/${id}`, { heure_debut: '14:30' })).toEqual([
      422,
      { error: { date_fin: ['La fin précède le début.'] } },
    ])
  })

  it('and numbered again in another year, which must be open', async () => {
    const { id } = await create({ date_debut: '2017-12-31', date_fin: '2018-12-31' })
    await create({ date_debut: '2018-01-01' })
    const [, { data }] = await told(`PUT /interventions/${id}`, { date_debut: '2018-02-01' })
    expect(data).toMatchObject({ numero: '2018-002', date_debut: '2018-02-01' })
    expect(await told(`PUT /interventions/${id}`, { date_debut: '2013-06-01' })).toEqual(closed)
  })

  it('unless its year was closed meanwhile, where it stays', async () => {
    const { id } = await create({ date_debut: '2014-05-05' })
    await sql('update app.exercices_comptables set boucle = true where annee = 2014')
    for (const body of [{ objet: 'Corrigé' }, { date_debut: '2020-03-01', date_fin: '2020-03-01' }, {}])
      expect(await told(`PUT /interventions/${id}`, body)).toEqual(closed)
  })
})

describe('an intervention is deleted', () => {
  it('with all its lines', async () => {
    const { id } = await create()
    const groups = { groupes: [{ no: '90', designation: 'EM' }] }
    expect((await told(`POST /interventions/${id}/groupes`, groups))[0]).toBe(201)
    expect(await told(`DELETE /interventions/${id}`, undefined, only)).toEqual([204, null])
    expect(await told(`GET /interventions/${id}`)).toEqual([404, { error: 'Intervention inconnue' }])
    for (const table of ['intervention_groupes', 'intervention_phases'])
      expect(await sql(`select from app.${table} where intervention_id = $1`, [id])).toEqual([])
  })

  it('and its number stays vacant, even the last or only one; the journal says why', async () => {
    const first = await create({ date_debut: '2016-01-01' })
    const last = await create({ date_debut: '2016-01-01' })
    expect([first.numero, last.numero]).toEqual(['2016-001', '2016-002'])
    await told(`DELETE /interventions/${last.id}`)
    const third = await create({ date_debut: '2016-01-02' })
    expect(third.numero).toBe('2016-003')
    for (const { id } of [first, third]) await told(`DELETE /interventions/${id}`)
    expect((await create({ date_debut: '2016-01-02' })).numero).toBe('2016-004')
    const { data } = (await told('GET /journal?ressource=interventions&limit=100'))[1]
    const removed = data.filter(({ action }: { action: string }) => action === 'suppression')
    const numbers = removed.map(({ avant }: { avant: { numero: string } }) => avant.numero)
    expect(numbers).toEqual(expect.arrayContaining(['2016-001', '2016-002', '2016-003']))
  })

  it('and a number that it left by moving to another year is not given again either', async () => {
    const moved = await create({ date_debut: '2020-01-01' })
    await told(`PUT /interventions/${moved.id}`, { date_debut: '2019-12-31', date_fin: '2019-12-31' })
    const next = await create({ date_debut: '2020-01-01' })
    expect(Number(next.numero.slice(5))).toBe(Number(moved.numero.slice(5)) + 1)
  })

  it('and a year that gave a number cannot be deleted, opened and counted again', async () => {
    const [year] = await sql(
      "insert into app.exercices_comptables (annee, designation, debut, fin) values (1999, '1999', '1999-01-01', '1999-12-31') returning id::integer",
    )
    const { id } = await create({ date_debut: '1999-01-01' })
    const path = `/exercices-comptable/${year?.id}`
    expect(await told(`DELETE ${path}`)).toEqual([
      409,
      { error: 'Cet exercice comptable contient des interventions' },
    ])
    await told(`DELETE /interventions/${id}`)
    expect(await told(`DELETE ${path}`)).toEqual([
      409,
      { error: 'Des numéros d’intervention ont été donnés dans cet exercice comptable' },
    ])
    expect(await told(`PUT ${path}`, { annee: 1998 })).toEqual([
      409,
      { error: 'Des interventions portent déjà un numéro de l’année 1999' },
    ])
  })
})

it('an intervention that is imputée cannot be changed or deleted', async () => {
  const { id } = await create()
  await sql('update app.interventions set statut = 3 where id = $1', [id])
  expect(await told(`PUT /interventions/${id}`, { objet: 'x' })).toEqual(imputed)
  expect(await told(`PUT /interventions/${id}`, {})).toEqual(imputed)
  expect(await told(`DELETE /interventions/${id}`)).toEqual(imputed)
})

import { describe, expect, it } from 'vitest'
import { useAmendes } from './amendes_fixture.ts'
import { comptable, whileClosed } from './imputation_fixture.ts'
import { addYear } from './samples/annees.ts'

const api = useAmendes()
const { told, sql, database, made, addRow, fine, undo, absence, fined } = api

// Every SIS begins with fines of 50, 80 and 120.
describe('the fines of a year', () => {
  it('rise in order of date, and the last rank repeats', async () => {
    for (const day of ['05-01', '03-01', '09-01', '11-01']) await absence(day)
    const [status, { data }] = await fine()
    expect([status, await fined()]).toEqual([
      200,
      ['03-01: 1 50.00', '05-01: 2 80.00', '09-01: 3 120.00', '11-01: 4 120.00'],
    ])
    expect(data.ecritures[1]).toMatchObject({
      exercice_comptable_id: made.id,
      sapeur_id: made.anne,
      date: `${made.annee}-05-01`,
      heure: '19:30:00',
      designation: 'Exercice 05-01',
      complement: '2e absence non excusée',
      quantite: '1.00',
      type_unite_id: 1,
      tarif: '80.00',
      total: '80.00',
      type: 0,
      module: 5,
      compte_id: 6,
      intervention_id: null,
      decompte_id: null,
      created_by: comptable,
    })
  })

  it('are counted for each sapeur, and lessen what they are paid', async () => {
    const exercice = await absence('03-01')
    await sql('update app.exercices set statut = 1 where id = $1', [exercice])
    await addRow(exercice, { sapeur_id: made.bob, absent: true })
    await sql('update app.exercices set statut = 3 where id = $1', [exercice])
    await fine()
    expect(await fined()).toEqual(['03-01: 1 50.00', '03-01: 1 50.00'])
    const [status, { data }] = await told('POST /decomptes/simulation', {
      ...{
        exercice_comptable_id: made.id,
        designation: 'Amendes',
        date: `${made.annee}-12-31`,
        deduction: false,
      },
    })
    expect([status, data.total, data.a_facturer_total]).toEqual([200, '-100.00', '100.00'])
  })

  it.each<[string, Record<string, unknown>]>([
    ['who was present', { absent: false, present: true }],
    ['who was replaced', { remplace: true }],
    ['whose excuse is accepted', { excuse_type_id: 2, excuse_statut: 1 }],
    ['whose excuse is undecided', { excuse_type_id: 2 }],
    ['who has an undecided excuse as their only result', { absent: false, excuse_type_id: 2 }],
    ['who was not convoked', { convoque: false }],
    ['while the exercice is saisi', { statut: 2 }],
    ['where the exercice is annulé', { statut: 0 }],
    ['at an exercice without a category', { in: null }],
  ])('are not for someone %s', async (_case, row) => {
    await absence('03-01', row)
    expect((await fine())[1].data.ecritures).toEqual([])
    expect(await fined()).toEqual([])
  })

  it.each<[string, Record<string, unknown>]>([
    ['whose excuse is refused', { excuse_type_id: 2, excuse_statut: -1 }],
    ['whose refused excuse is their only result', { absent: false, excuse_type_id: 2, excuse_statut: -1 }],
    ['who is absent without an excuse', {}],
    ['who has no result at all', { absent: false }],
    ['where the exercice is imputé', { statut: 4 }],
  ])('are for someone %s', async (_case, row) => {
    await absence('03-01', row)
    await fine()
    expect(await fined()).toEqual(['03-01: 1 50.00'])
  })

  it('are not for a category that is not amendable', async () => {
    await absence('03-01')
    await sql('update app.exercice_categories set amendable = false where id = $1', [made.categorie])
    expect((await fine())[1].data.ecritures).toEqual([])
  })

  it('leave ranks already given to a later run: an earlier absence that turns up gets the next one', async () => {
    await absence('05-01')
    await fine()
    await absence('03-01')
    expect((await fine())[1].data.ecritures.length).toBe(1)
    expect(await fined()).toEqual(['03-01: 2 80.00', '05-01: 1 50.00'])
    expect((await fine())[1].data.ecritures).toEqual([])
  })

  it('are written once, however many ask at once', async () => {
    await absence('05-01')
    const answers = await Promise.all(Array.from({ length: 5 }, () => fine()))
    expect(answers.map(([status]) => status)).toEqual(Array(5).fill(200))
    expect(await fined()).toEqual(['05-01: 1 50.00'])
  })

  it('need an amount for the first absence, if there is one', async () => {
    await sql('update app.amendes set rang = 9 where rang = 1')
    try {
      expect((await fine())[0]).toBe(200)
      await absence('05-01')
      expect(await fine()).toEqual([409, { error: 'Aucune amende n’est prévue pour le rang 1' }])
    } finally {
      await sql('update app.amendes set rang = 1 where rang = 9')
    }
  })

  it('are refused for an unknown year, one of another SIS, and a closed one', async () => {
    const unknown = [404, { error: 'Exercice comptable inconnu' }]
    const foreign = await addYear((text, values) => sql(text, values, 'test'))
    expect([await fine(999_999), await fine(foreign)]).toEqual([unknown, unknown])
    await absence('05-01')
    const answers = await whileClosed(api, `${made.annee}-06-01`, async () => [await fine(), await undo()])
    expect(answers).toEqual(Array(2).fill([409, { error: 'Exercice comptable bouclé' }]))
  })

  it('are refused without the permission, by the database itself', async () => {
    const login = await database.as('api')
    const open = "from request.open(1, 'hs', '{comptabilite.lecture,exercice.validation}', null)"
    for (const call of ['create_imputation_amendes', 'delete_imputation_amendes'])
      await expect(login.query(`select api.${call}($1) ${open}`, [made.id])).rejects.toMatchObject({
        code: 'PT403',
      })
  })
})

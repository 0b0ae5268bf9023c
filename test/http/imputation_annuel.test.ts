import { beforeEach, describe, expect, it } from 'vitest'
import { addAllowance, addFonction, comptable, useAnnuel, whileClosed } from './imputation_fixture.ts'
import { addYear } from './samples/annees.ts'
import { addSapeur } from './samples/interventions.ts'
import { one } from './samples/sample.ts'

const api = useAnnuel()
const { told, sql, database, made } = api
let { id, annee, anne, bob, chef, fourrier } = made
beforeEach(() => {
  ;({ id, annee, anne, bob, chef, fourrier } = made)
})
const [an, mois] = [3, 7]

const impute = (body?: object, year = id) => told(`POST /imputation/annuel/${year}`, body, { as: comptable })
const undo = (body?: object) => told(`DELETE /imputation/annuel/${id}`, body, { as: comptable })
const allowance = (fonction: number, tarif: number, unite: number, cumulable = false) =>
  addAllowance(sql, { fonction, tarif, unite, cumulable })
/** Gives a function from a day of the year (MM-DD) to another one, by default the last. */
const has = (sapeur: number, fonction: number, debut: string, fin = '12-31') =>
  one(
    sql,
    'insert into app.sapeur_fonctions (sapeur_id, fonction_id, debut, fin) values ($1, $2, $3, $4) returning id',
    [sapeur, fonction, `${annee}-${debut}`, `${annee}-${fin}`],
  )
/** The allowances of the two: `[sapeur, allowance, quantity, total]`. */
const paid = async () => {
  const rows = await sql(
    `select sapeur_id, indemnite_annuelle_id, quantite, total from app.ecritures
      where exercice_comptable_id = $1 and sapeur_id = any ($2) order by id`,
    [id, [anne, bob]],
  )
  return rows.map((row) => [
    Number(row.sapeur_id),
    Number(row.indemnite_annuelle_id),
    row.quantite,
    row.total,
  ])
}
const addToDecompte = (sapeur: number) =>
  sql(
    `with d as (
       insert into app.decomptes (exercice_comptable_id, designation, date)
       select id, 'Soldes', fin from app.exercices_comptables where id = $1 returning id
     )
     update app.ecritures set decompte_id = (select id from d)
      where exercice_comptable_id = $1 and sapeur_id = $2`,
    [id, sapeur],
  )

describe('the yearly allowances', () => {
  it('are paid once by the year, on its last day, by the name of the sapeur', async () => {
    const indemnite = await allowance(fourrier, 1200, an)
    await has(bob, fourrier, '12-31')
    await has(anne, fourrier, '01-01', '01-01')
    const [status, { data }] = await impute()
    expect([status, await paid()]).toEqual([
      200,
      [
        [anne, indemnite, '1.00', '1200.00'],
        [bob, indemnite, '1.00', '1200.00'],
      ],
    ])
    expect(data.ecritures.map((row: { sapeur_id: number }) => row.sapeur_id)).toEqual([anne, bob])
    expect(data.ecritures[0]).toMatchObject({
      exercice_comptable_id: id,
      date: `${annee}-12-31`,
      heure: null,
      type_unite_id: an,
      tarif: '1200.00',
      type: 3,
      module: 3,
      decompte_id: null,
      created_by: comptable,
    })
  })

  it('are paid by the month for each month begun: 31 January to 1 May are 5 × 10.55 = 52.75', async () => {
    const indemnite = await allowance(fourrier, 10.55, mois)
    await has(anne, fourrier, '01-31', '05-01')
    await impute()
    expect(await paid()).toEqual([[anne, indemnite, '5.00', '52.75']])
  })

  it('are those of the highest function, month by month, unless they are cumulable', async () => {
    const [high, low] = [await allowance(chef, 100, mois), await allowance(fourrier, 10.55, mois)]
    const beside = await allowance(fourrier, 40, an, true)
    const without = await addFonction(sql, 999)
    await has(anne, without, '01-01')
    await has(anne, fourrier, '01-01')
    await has(anne, chef, '03-15', '06-02')
    await impute()
    expect((await paid()).sort((one, other) => Number(one[1]) - Number(other[1]))).toEqual([
      [anne, high, '4.00', '400.00'],
      [anne, low, '8.00', '84.40'],
      [anne, beside, '1.00', '40.00'],
    ])
  })

  it('are paid beside a higher function whose allowances are cumulable', async () => {
    const beside = await allowance(chef, 100, an, true)
    const indemnite = await allowance(fourrier, 60, an)
    await has(anne, fourrier, '01-01')
    await has(anne, chef, '01-01')
    await impute()
    expect((await paid()).sort((one, other) => Number(one[1]) - Number(other[1]))).toEqual([
      [anne, beside, '1.00', '100.00'],
      [anne, indemnite, '1.00', '60.00'],
    ])
  })

  it('pay the function with the smaller id of two that have the same rank', async () => {
    const [first, second] = [await addFonction(sql, 50), await addFonction(sql, 50)]
    await allowance(second, 200, an)
    const indemnite = await allowance(first, 100, an)
    await has(anne, second, '01-01')
    await has(anne, first, '01-01')
    await impute()
    expect(await paid()).toEqual([[anne, indemnite, '1.00', '100.00']])
  })

  it('of a second run are only those that are missing, by the tariff of that day', async () => {
    const indemnite = await allowance(fourrier, 10, mois)
    await has(anne, fourrier, '01-01', '02-10')
    await impute()
    expect((await impute())[1].data.ecritures).toEqual([])
    await has(anne, fourrier, '11-05')
    await has(bob, fourrier, '12-01')
    await sql('update app.indemnites_annuelles set tarif = 11 where id = $1', [indemnite])
    await impute()
    expect(await paid()).toEqual([
      [anne, indemnite, '2.00', '20.00'],
      [anne, indemnite, '2.00', '22.00'],
      [bob, indemnite, '1.00', '11.00'],
    ])
    await sql('update app.indemnites_annuelles set type_unite_id = $2 where id = $1', [indemnite, an])
    expect((await impute())[1].data.ecritures).toEqual([])
  })

  it('are written once, however many ask at once', async () => {
    await allowance(fourrier, 10, mois)
    await has(anne, fourrier, '01-01')
    const answers = await Promise.all(Array.from({ length: 5 }, () => impute()))
    expect(answers.map(([status]) => status)).toEqual(Array(5).fill(200))
    expect((await paid()).length).toBe(1)
  })

  it('are of the chosen sapeurs only; an empty choice pays nobody', async () => {
    await allowance(fourrier, 10, an)
    await has(anne, fourrier, '01-01')
    await has(bob, fourrier, '01-01')
    expect((await impute({ sapeur_ids: [] }))[1].data.ecritures).toEqual([])
    await impute({ sapeur_ids: [bob] })
    expect((await paid()).map(([sapeur]) => sapeur)).toEqual([bob])
  })

  it('are refused for a sapeur of another SIS, an unknown year, one of another SIS, and a closed one', async () => {
    const foreign = (text: string, values?: unknown[]) => sql(text, values, 'test')
    const stranger = await addSapeur(foreign)
    const refused = [422, { error: { sapeur_ids: ['Ce sapeur n’existe pas.'] } }]
    expect(await impute({ sapeur_ids: [anne, stranger] })).toEqual(refused)
    expect(await undo({ sapeur_ids: [stranger] })).toEqual(refused)
    const unknown = [404, { error: 'Exercice comptable inconnu' }]
    expect([await impute({}, 999_999), await impute({}, await addYear(foreign))]).toEqual([unknown, unknown])
    const answers = await whileClosed(api, `${annee}-06-01`, async () => [await impute(), await undo()])
    expect(answers).toEqual(Array(2).fill([409, { error: 'Exercice comptable bouclé' }]))
  })

  it('are refused without the permission, by the database itself', async () => {
    const login = await database.as('api')
    const open = "from request.open(1, 'hs', '{comptabilite.lecture,comptabilite.config}', null)"
    for (const call of ['create_imputation_annuel', 'delete_imputation_annuel'])
      await expect(login.query(`select api.${call}($1, '{}') ${open}`, [id])).rejects.toMatchObject({
        code: 'PT403',
      })
  })
})

describe('undone yearly allowances', () => {
  beforeEach(async () => {
    await allowance(fourrier, 10, an)
    await has(anne, fourrier, '01-01')
    await has(bob, fourrier, '01-01')
    await impute()
  })

  it('are all that are in no décompte, and can be written again', async () => {
    await addToDecompte(bob)
    expect(await undo()).toEqual([204, null])
    expect((await paid()).map(([sapeur]) => sapeur)).toEqual([bob])
    await impute()
    expect((await paid()).map(([sapeur]) => sapeur)).toEqual([bob, anne])
  })

  it('are those of the chosen sapeurs only', async () => {
    expect(await undo({ sapeur_ids: [anne] })).toEqual([204, null])
    expect((await paid()).map(([sapeur]) => sapeur)).toEqual([bob])
  })

  it('are not of another module or year', async () => {
    await sql(
      `insert into app.ecritures (exercice_comptable_id, sapeur_id, date, designation, total, module)
       select id, $2, fin, 'Taxi', 12, 8 from app.exercices_comptables where id = $1`,
      [id, anne],
    )
    const other = await addYear(sql)
    await sql('update app.sapeur_fonctions set fin = $2 where sapeur_id = $1', [anne, `${annee + 1}-12-31`])
    await impute({}, other)
    await undo()
    expect((await paid()).map(([, , , total]) => total)).toEqual(['12.00'])
    const rows = await sql('select sapeur_id from app.ecritures where exercice_comptable_id = $1', [other])
    expect(rows).toEqual([{ sapeur_id: String(anne) }])
  })
})

it('an allowance that an entry was made with cannot be removed', async () => {
  const indemnite = await allowance(fourrier, 10, an)
  const remove = () => told(`DELETE /indemnites-annuelles/${indemnite}`)
  await has(anne, fourrier, '01-01')
  await impute()
  expect(await remove()).toEqual([409, { error: 'Des écritures ont été faites avec cette indemnité' }])
  await undo()
  expect(await remove()).toEqual([204, null])
})

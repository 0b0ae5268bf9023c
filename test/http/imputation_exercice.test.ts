import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { makeAccount } from '../support/users.ts'
import { useDataApi } from './data_fixture.ts'
import { comptable, whileClosed } from './imputation_fixture.ts'
import { addCategorie, addCompte } from './samples/comptabilite_imputation.ts'
import { addExercice } from './samples/exercices.ts'
import { addSapeur } from './samples/interventions.ts'
import { one, unique } from './samples/sample.ts'

const api = useDataApi()
const { told, sql, database } = api
let [id, anne, bob] = [0, 0, 0]
const [piece, heure] = [1, 2]

beforeAll(() =>
  makeAccount(database, { email: comptable, permissions: { hs: ['comptabilite.modification'] } }),
)
// An exercice of 14 March 2026 from 19:30, for 120 minutes, that is validé.
beforeEach(async () => {
  id = await addExercice(sql, 3)
  ;[anne, bob] = [await addSapeur(sql), await addSapeur(sql)]
  // Entries follow the names, and 10 stands before 9 there.
  await sql(
    `update app.sapeurs set nom = case id when $1 then 'Aubry' else 'Blanc' end where id in ($1, $2)`,
    [anne, bob],
  )
  await sql('delete from app.ecritures where indemnite_exercice_id is not null')
  await sql('delete from app.indemnites_exercice')
})

const impute = () => told(`POST /imputation/exercice/${id}`, undefined, { as: comptable })
const undo = () => told(`DELETE /imputation/exercice/${id}`, undefined, { as: comptable })
const tariff = async (fonction: number | null, tarif: string, unite: number) =>
  sql(
    `insert into app.indemnites_exercice (fonction_id, tarif, type_unite_id, compte_id, ecriture_categorie_id, type)
     values ($1, $2, $3, $4, $5, 1)`,
    [fonction, tarif, unite, await addCompte(sql), await addCategorie(sql)],
  )
const present = async (sapeur: number, columns = 'present') => {
  await sql(`insert into app.exercice_sapeurs (exercice_id, sapeur_id, ${columns}) values ($1, $2, true)`, [
    id,
    sapeur,
  ])
  await sql('update app.exercices set statut = 3 where id = $1', [id])
}
const has = (sapeur: number, fonction: number, debut = '2020-01-01', fin: string | null = null) =>
  sql('insert into app.sapeur_fonctions (sapeur_id, fonction_id, debut, fin) values ($1, $2, $3, $4)', [
    sapeur,
    fonction,
    debut,
    fin,
  ])
const paid = async () => {
  const rows = await sql(
    `select sapeur_id, quantite, type_unite_id, tarif, total, complement from app.ecritures where exercice_id = $1 order by id`,
    [id],
  )
  return rows.map((row) => [
    Number(row.sapeur_id),
    row.quantite,
    Number(row.type_unite_id),
    row.tarif,
    row.total,
    row.complement,
  ])
}
const statut = async () => (await sql('select statut from app.exercices where id = $1', [id]))[0]?.statut

describe('the imputation of an exercice', () => {
  it('pays those present by the hour, and sets the statut', async () => {
    await tariff(null, '30.10', heure)
    await sql('update app.exercices set duree = 100 where id = $1', [id])
    await present(bob)
    await present(anne)
    await present(await addSapeur(sql), 'absent')
    const [status, { data }] = await impute()
    expect([status, data.statut, await statut()]).toEqual([200, 4, 4])
    expect(await paid()).toEqual([
      [anne, '1.67', heure, '30.10', '50.15', ''],
      [bob, '1.67', heure, '30.10', '50.15', ''],
    ])
    expect(data.ecritures[0]).toMatchObject({
      sapeur_id: anne,
      date: '2026-03-14',
      heure: '19:30:00',
      type: 1,
      module: 1,
      taux: '1.00',
      exercice_id: id,
      intervention_id: null,
      decompte_id: null,
      created_by: comptable,
    })
  })

  it('pays by the main function on that day, else by the tariff of all others', async () => {
    await tariff(null, '25', heure)
    await tariff(6, '80', piece)
    await tariff(4, '99', piece)
    // 6 chef de groupe ranks above 7 porteur, which has no tariff; 4 began later, or had ended.
    await has(anne, 7)
    await has(anne, 6)
    await has(anne, 4, '2026-03-15')
    await has(bob, 7)
    await has(bob, 4, '2020-01-01', '2026-03-13')
    await present(anne)
    await present(bob)
    await impute()
    expect(await paid()).toEqual([
      [anne, '1.00', piece, '80.00', '80.00', ''],
      [bob, '2.00', heure, '25.00', '50.00', ''],
    ])
  })

  it('pays additional hours of anyone, of types that pay something', async () => {
    const type = async (montant: number, unite: number) =>
      one(
        sql,
        `insert into app.heure_exercice_types (designation, montant, type_unite_id, compte_id, ecriture_categorie_id, type)
         values ($1, $2, $3, $4, $5, 2) returning id`,
        [unique('Préparation'), montant, unite, await addCompte(sql), await addCategorie(sql)],
      )
    const hours = (sapeur: number, type: number, quantite: number) =>
      sql(
        'insert into app.exercice_heures (exercice_id, sapeur_id, heure_exercice_type_id, quantite) values ($1, $2, $3, $4)',
        [id, sapeur, type, quantite],
      )
    await tariff(null, '25', heure)
    const paying = await type(20.1, heure)
    await hours(anne, paying, 1.25)
    await hours(bob, paying, 0.5)
    await hours(bob, await type(0, heure), 8)
    await present(anne)
    await impute()
    const [row] = await sql('select designation from app.heure_exercice_types where id = $1', [paying])
    expect(await paid()).toEqual([
      [anne, '2.00', heure, '25.00', '50.00', ''],
      [anne, '1.25', heure, '20.10', '25.15', row?.designation],
      [bob, '0.50', heure, '20.10', '10.05', row?.designation],
    ])
  })

  it('of which nobody was present writes nothing but the statut', async () => {
    expect(await impute()).toEqual([200, { data: { statut: 4, ecritures: [] } }])
  })
})

describe('the imputation of an exercice is refused', () => {
  it('where it has entries already, until they are removed', async () => {
    await tariff(null, '25', heure)
    await present(anne)
    await impute()
    await sql('update app.exercices set statut = 3 where id = $1', [id])
    expect(await impute()).toEqual([
      409,
      { error: 'Cet exercice a déjà des écritures : annulez d’abord son imputation' },
    ])
    expect([await undo(), await undo()]).toEqual([
      [204, null],
      [409, { error: 'Cet exercice n’est pas imputé' }],
    ])
    expect([(await impute())[0], (await paid()).length]).toEqual([200, 1])
  })

  it('where functions have no tariff, and names them', async () => {
    await tariff(6, '80', piece)
    await has(anne, 7)
    await present(anne)
    await present(bob)
    const [row] = await sql('select designation from app.fonctions where id = 7')
    expect(await impute()).toEqual([
      409,
      { error: `Aucune indemnité d’exercice n’est prévue pour : ${row?.designation}, sans fonction` },
    ])
    expect([await paid(), await statut()]).toEqual([[], 3])
  })

  it.each([0, 1, 2, 4])('from statut %j', async (value) => {
    await sql('update app.exercices set statut = $2 where id = $1', [id, value])
    expect(await impute()).toEqual([409, { error: 'Seul un exercice validé peut être imputé' }])
  })

  it('of ten at once, except one', async () => {
    await tariff(null, '25', heure)
    await present(anne)
    const answers = await Promise.all(Array.from({ length: 10 }, impute))
    expect(answers.map(([status]) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    expect((await paid()).length).toBe(1)
  })

  it('in a closed year, and without the permission by the database itself', async () => {
    expect(await whileClosed(api, '2026-03-14', impute)).toEqual([
      409,
      { error: 'Exercice comptable bouclé' },
    ])
    const login = await database.as('api')
    const open = "from request.open(1, 'hs', '{comptabilite.lecture,exercice.modification}', null)"
    for (const call of ['create_imputation_exercice', 'delete_imputation_exercice'])
      await expect(login.query(`select api.${call}($1) ${open}`, [id])).rejects.toMatchObject({
        code: 'PT403',
      })
  })
})

describe('an undone imputation of an exercice', () => {
  beforeEach(async () => {
    await tariff(null, '25', heure)
    await present(anne)
    await present(bob)
    await impute()
  })

  it('removes its entries and sets the statut back, so that presences may change again', async () => {
    const refused = [409, { error: 'L’exercice est imputé : il ne peut plus être modifié' }]
    expect(await told(`PUT /exercices/${id}`, { lieu: 'Hangar' })).toEqual(refused)
    const absent = { sapeurs: [{ sapeur_id: bob, absent: true }] }
    expect(await told(`POST /exercices/${id}/presences`, absent)).toEqual(refused)
    expect(await undo()).toEqual([204, null])
    expect([await paid(), await statut()]).toEqual([[], 3])
    expect(await undo()).toEqual([409, { error: 'Cet exercice n’est pas imputé' }])
    expect((await told(`PUT /exercices/${id}`, { lieu: 'Hangar' }))[0]).toBe(200)
    expect((await impute())[0]).toBe(200)
  })

  it('is refused while an entry is in a décompte, and in a closed year', async () => {
    expect(await whileClosed(api, '2026-03-14', undo)).toEqual([409, { error: 'Exercice comptable bouclé' }])
    const [row] = await sql(
      `with d as (
         insert into app.decomptes (exercice_comptable_id, designation, date)
         select exercice_comptable_id, 'Soldes', '2026-04-01' from app.exercices where id = $1 returning id
       )
       update app.ecritures set decompte_id = (select id from d) where sapeur_id = $2 returning decompte_id`,
      [id, bob],
    )
    // The next test removes the entries, which the décompte would keep.
    onTestFinished(async () => void (await told(`DELETE /decomptes/${row?.decompte_id}`)))
    expect(await undo()).toEqual([409, { error: 'Une écriture de cet exercice est dans un décompte' }])
    expect([(await paid()).length, await statut()]).toEqual([2, 4])
  })
})

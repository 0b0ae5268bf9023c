import { expect, it } from 'vitest'
import { makeAccount } from '../support/users.ts'
import { useDataApi } from './data_fixture.ts'
import { addYear } from './samples/annees.ts'
import { addSapeur } from './samples/interventions.ts'
import { one } from './samples/sample.ts'

const { told, sql, database } = useDataApi()

const addCompte = (numero: string, { tri = 0, produit = false } = {}) =>
  one(
    sql,
    `insert into app.comptes (numero, designation, produit, tri) values ($1, 'Compte ' || $1, $2, $3) returning id`,
    [numero, produit, tri],
  )

it('the bilan of an accounting year sums entries by account, paid and unpaid', async () => {
  const [annee, other, sapeur] = [await addYear(sql), await addYear(sql), await addSapeur(sql)]
  const amendes = await addCompte('9-amendes', { tri: 2, produit: true })
  const soldes = await addCompte('8-soldes', { tri: 1 })
  const avs = await addCompte('7-avs', { tri: 1 })
  const decompte = await one(
    sql,
    `insert into app.decomptes (exercice_comptable_id, designation, date)
     select id, 'Soldes', fin from app.exercices_comptables where id = $1 returning id`,
    [annee],
  )
  const add = (compte: number | null, total: number, more: Record<string, number | null> = {}) => {
    const row = { exercice_comptable_id: annee, sapeur_id: sapeur, compte_id: compte, total, ...more }
    const columns = Object.keys(row)
    return sql(
      `insert into app.ecritures (date, designation, ${columns.join(', ')})
       values ('1950-05-05', 'Solde', ${columns.map((_, n) => `$${n + 1}`).join(', ')})`,
      Object.values(row),
    )
  }
  await add(soldes, 52.5)
  await add(soldes, 40, { decompte_id: decompte })
  await add(soldes, 7.55, { decompte_id: decompte })
  await add(amendes, 20)
  await add(avs, 12.8, { module: 4, sapeur_id: null })
  await add(null, 5)
  await add(soldes, 999, { exercice_comptable_id: other })
  const rows = (await told(`GET /exercices-comptable/${annee}/bilan`))[1].data
  const seen = rows.map((row: Record<string, unknown>) => Object.values(row))
  expect(Object.keys(rows[0])).toEqual([
    'compte_id',
    'numero',
    'designation',
    'produit',
    'nb',
    'total',
    'paye',
    'non_paye',
  ])
  expect(seen).toEqual([
    [avs, '7-avs', 'Compte 7-avs', false, 1, '12.80', '12.80', '0.00'],
    [soldes, '8-soldes', 'Compte 8-soldes', false, 3, '100.05', '47.55', '52.50'],
    [amendes, '9-amendes', 'Compte 9-amendes', true, 1, '20.00', '0.00', '20.00'],
    [null, null, null, null, 1, '5.00', '0.00', '5.00'],
  ])
})

it('the bilan of a year without entries is empty', async () => {
  expect(await told(`GET /exercices-comptable/${await addYear(sql)}/bilan`)).toEqual([200, { data: [] }])
})

it('the bilan is of years of this SIS only', async () => {
  const elsewhere = await addYear((text, values) => sql(text, values, 'test'))
  for (const id of [elsewhere, 999_999])
    expect(await told(`GET /exercices-comptable/${id}/bilan`)).toEqual([
      404,
      { error: 'Exercice comptable inconnu' },
    ])
})

it('the bilan is hidden from those who read no accounts', async () => {
  await makeAccount(database, { email: 'sans.comptes@example.org', permissions: { hs: ['sapeur.lecture'] } })
  const [status] = await told(`GET /exercices-comptable/${await addYear(sql)}/bilan`, undefined, {
    as: 'sans.comptes@example.org',
  })
  expect(status).toBe(403)
})

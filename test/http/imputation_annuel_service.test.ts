import { beforeAll, beforeEach, expect, it } from 'vitest'
import { makeAccount } from '../support/users.ts'
import { useDataApi } from './data_fixture.ts'
import { addAllowance, addFonction, comptable } from './imputation_fixture.ts'
import { addYear } from './samples/annees.ts'
import { addSapeur } from './samples/interventions.ts'

const { told, sql, database } = useDataApi()
let [id, annee, anne, bob, chef, fourrier] = [0, 0, 0, 0, 0, 0]
const [an, mois] = [3, 7]

beforeAll(() =>
  makeAccount(database, { email: comptable, permissions: { hs: ['comptabilite.modification'] } }),
)
beforeEach(async () => {
  id = await addYear(sql)
  annee = Number((await sql('select annee from app.exercices_comptables where id = $1', [id]))[0]?.annee)
  ;[anne, bob] = [await addSapeur(sql), await addSapeur(sql)]
  ;[chef, fourrier] = [await addFonction(sql, 100), await addFonction(sql, 30)]
})

const allowance = (fonction: number, tarif: number, unite: number) =>
  addAllowance(sql, { fonction, tarif, unite, cumulable: false })
/** Gives a function that is never ended, from the first day of the year on. */
const has = (sapeur: number, fonction: number) =>
  sql('insert into app.sapeur_fonctions (sapeur_id, fonction_id, debut) values ($1, $2, $3)', [
    ...[sapeur, fonction, `${annee}-01-01`],
  ])
const serve = (sapeur: number, incorporation: string, sortie: string) =>
  sql('update app.mutations set incorporation = $2, sortie = $3 where sapeur_id = $1', [
    ...[sapeur, incorporation, sortie],
  ])
/** Writes the allowances: what each of the two is paid, and the warnings. */
async function impute(): Promise<{ paid: unknown[]; avertissements: string[] }> {
  const [, { data }] = await told(
    `POST /imputation/annuel/${id}`,
    { sapeur_ids: [anne, bob] },
    { as: comptable },
  )
  const paid = data.ecritures.map(({ sapeur_id, quantite, total }: Record<string, unknown>) => [
    sapeur_id,
    quantite,
    total,
  ])
  return { paid, avertissements: data.avertissements }
}

it('a yearly allowance ends with the service, and the answer names the function that was not ended', async () => {
  await allowance(fourrier, 10, mois)
  await allowance(chef, 100, an)
  await has(anne, fourrier)
  await has(bob, chef)
  await serve(anne, '1850-01-01', `${annee}-07-10`)
  await serve(bob, '1850-01-01', `${annee - 1}-12-31`)
  const { paid, avertissements } = await impute()
  expect(paid).toEqual([[anne, '7.00', '70.00']])
  const says = (day: string) => `n’est pas terminée, mais son service l’est depuis le ${day} :`
  expect(avertissements).toEqual([
    expect.stringContaining(says(`10.07.${annee}`)),
    expect.stringContaining(says(`31.12.${annee - 1}`)),
  ])
})

it('a yearly allowance is paid to civilians, who have no mutation, and to no sapeur without one, who is named', async () => {
  await allowance(fourrier, 100, an)
  for (const each of [anne, bob]) await has(each, fourrier)
  await sql('delete from app.mutations where sapeur_id = any ($1)', [[anne, bob]])
  await sql('update app.sapeurs set type = 1 where id = $1', [bob])
  const { paid, avertissements } = await impute()
  expect(paid).toEqual([[bob, '1.00', '100.00']])
  expect(avertissements).toEqual([expect.stringContaining('aucune mutation ne dit son service')])
})

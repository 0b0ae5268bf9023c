import { beforeEach, expect, it } from 'vitest'
import { addAllowance, comptable, useAnnuel } from './imputation_fixture.ts'

const { told, sql, made } = useAnnuel()
let { id, annee, anne, bob, chef, fourrier } = made
beforeEach(() => {
  ;({ id, annee, anne, bob, chef, fourrier } = made)
})
const [an, mois] = [3, 7]

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

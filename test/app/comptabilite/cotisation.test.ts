import { expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'

const database = useDatabase()

/** Part of a year's solde and indemnités that is subject to contributions: 5,400 is exempt, the threshold is 2,500. */
async function subject(solde: number, indemnite: number, seuil = false): Promise<string> {
  const owner = await database.as('owner')
  const { rows } = await owner.query(
    `select app.salaire_soumis(e, $2, app.depasse_franchise(e + $2, 2500, $3), $3) as salaire
       from app.solde_soumis($1, 5400) as e`,
    [solde, indemnite, seuil],
  )
  return String(Number(rows[0].salaire))
}

it.each([
  [5400, 2500, false, 0],
  [5400, 2500.05, false, 2500.05],
  [5500, 2000, false, 100],
  [5500, 2400, false, 100],
  [5500, 2400.05, false, 2500.05],
  [9000, 0, false, 3600],
  [5500, 2399.95, true, 0],
  [5500, 2400, true, 2500],
  [-100, 0, false, 0],
])('of %s of solde and %s of indemnités (one threshold for both: %s), %s is subject', async (...row) => {
  const [solde, indemnite, seuil, salaire] = row
  expect(await subject(solde, indemnite, seuil)).toBe(String(salaire))
})

it.each([
  [3100, 0.106, 0, '164.30'],
  [3100, 0.106, 150, '14.30'],
  [3100, 0.106, 170, '-5.70'],
  [3100, 0.022, 0, '34.10'],
  [0, 0.106, 12.35, '-12.35'],
])('of %s at %s, with %s withheld before, %s is withheld', async (salaire, taux, retenu, now) => {
  const owner = await database.as('owner')
  const { rows } = await owner.query('select app.cotisation($1, $2, $3) as montant', [salaire, taux, retenu])
  expect(rows[0].montant).toBe(now)
})

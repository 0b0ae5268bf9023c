import { expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'

const database = useDatabase()
const [piece, heure, forfait] = [1, 2, 6]

it.each([
  ['30.10', heure, 100, '50.15'],
  ['25', heure, 120, '50.00'],
  ['25', heure, 1, '0.40'],
  ['25', heure, 3, '1.25'],
  ['0.30', heure, 5, '0.05'],
  ['0.29', heure, 5, '0.00'],
  ['30.10', piece, 100, '30.10'],
  ['30.10', forfait, 780, '30.10'],
  ['30.12', forfait, 60, '30.10'],
])('pays %s by the unit %d for %d minutes: %s', async (tarif, unite, duree, total) => {
  const api = await database.as('api')
  const { rows } = await api.query('select app.montant_exercice($1, $2, $3) as montant', [
    tarif,
    unite,
    duree,
  ])
  expect(rows).toEqual([{ montant: total }])
})

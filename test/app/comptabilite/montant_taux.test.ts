import { expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'

const database = useDatabase()

it.each([
  [2.5, '20', '1.25', '62.50'],
  [1, '15', '1', '15.00'],
  [1 / 3, '20', '1', '6.65'],
  [1 / 6, '20', '1.5', '5.00'],
  [1 / 12, '0.30', '1', '0.05'],
  [1 / 12, '0.29', '1', '0.00'],
  [0, '20', '1.5', '0.00'],
])('pays %d hours at %s with the rate %s: %s', async (hours, tarif, taux, total) => {
  const api = await database.as('api')
  const { rows } = await api.query('select app.montant_taux($1, $2, $3) as montant', [
    hours * 3600,
    tarif,
    taux,
  ])
  expect(rows).toEqual([{ montant: total }])
})

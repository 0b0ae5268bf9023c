import { expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'

const database = useDatabase()

async function day(call: string, values: unknown[]): Promise<string> {
  const owner = await database.as('owner')
  const { rows } = await owner.query(`select app.${call}::text as day`, values)
  return rows[0].day
}

it.each([
  ['1961-05-10', false, '2026-05-31'],
  ['1961-12-31', false, '2026-12-31'],
  ['1960-11-30', true, '2024-11-30'],
  ['1960-12-31', true, '2024-12-31'],
  ['1961-01-01', true, '2025-04-30'],
  ['1961-11-30', true, '2026-02-28'],
  ['1962-01-15', true, '2026-07-31'],
  ['1963-08-31', true, '2028-05-31'],
  ['1964-01-01', true, '2029-01-31'],
  ['1990-02-28', true, '2055-02-28'],
])('who was born on %s (a woman: %s) owes AC until %s', async (naissance, femme, fin) => {
  expect(await day('fin_ac($1, $2)', [naissance, femme])).toBe(fin)
})

it.each([
  ['2008-03-14', '2026-01-01'],
  ['2008-01-01', '2026-01-01'],
  ['2007-12-31', '2025-01-01'],
])('who was born on %s owes contributions from %s on', async (naissance, debut) => {
  expect(await day('debut_cotisations($1)', [naissance])).toBe(debut)
})

import { expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'

const database = useDatabase()

async function round05(amount: string | null) {
  const api = await database.as('api')
  return (await api.query('select app.round05($1) as amount', [amount])).rows[0].amount
}

it.each([
  ['0', '0.00'],
  ['85', '85.00'],
  ['12.30', '12.30'],
  ['12.3249', '12.30'],
  ['12.325', '12.35'],
  ['12.35', '12.35'],
  ['12.37', '12.35'],
  ['12.375', '12.40'],
  ['0.0249999999999999999999999', '0.00'],
  ['0.025', '0.05'],
  ['9999999999.99', '10000000000.00'],
])('rounds %s to the nearest 0.05: %s', async (amount, rounded) => {
  expect(await round05(amount)).toBe(rounded)
  expect(await round05(`-${amount}`)).toBe(rounded === '0.00' ? rounded : `-${rounded}`)
})

it('answers null for no amount', async () => {
  expect(await round05(null)).toBeNull()
})

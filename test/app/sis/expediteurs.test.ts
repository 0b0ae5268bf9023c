import { expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'

const database = useDatabase()

it.each([
  [
    '["CET@Alarme.example.org", "b@example.org", "A@example.org"]',
    ['cet@alarme.example.org', 'b@example.org', 'a@example.org'],
  ],
  ['[]', []],
  [null, null],
])('turns %s into the senders to compare with, in the same order', async (adresses, expected) => {
  const { rows } = await (await database.as('api')).query('select app.expediteurs($1) as expediteurs', [
    adresses,
  ])
  expect(rows[0].expediteurs).toEqual(expected)
})

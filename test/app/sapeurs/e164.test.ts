import { expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'

const database = useDatabase()

it.each([
  ['079 555 10 10', '+41795551010'],
  ['0795551010', '+41795551010'],
  ['079/555.10-10', '+41795551010'],
  ['+41 79 555 10 10', '+41795551010'],
  ['+41 (0)79 555 10 10', '+41795551010'],
  ['(079) 555 10 10', '+41795551010'],
  ['0041 79 555 10 10', '+41795551010'],
  ['+33 6 12 34 56 78', '+33612345678'],
  ['0033 6 12 34 56 78', '+33612345678'],
  // A number needs ten digits, the first a single zero.
  ['79 555 10 10', null],
  ['079 555 10 1', null],
  ['079 555 10 100', null],
  ['118', null],
  ['', null],
  ['inconnu', null],
  ['+0 79 555 10 10', null],
  ['+41', null],
  // E.164 has fifteen digits at most.
  ['+123456789012345', '+123456789012345'],
  ['+1234567890123456', null],
  [null, null],
])('reads %j as %j', async (numero, e164) => {
  const { rows } = await (await database.as('owner')).query('select app.e164($1) as e164', [numero])
  expect(rows).toEqual([{ e164 }])
})

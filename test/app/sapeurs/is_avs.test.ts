import { expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'

const database = useDatabase()

const check = async (kind: 'avs' | 'iban', text: string) => {
  const owner = await database.as('owner')
  return (await owner.query(`select app.is_${kind}($1) as ok`, [text])).rows[0].ok
}

it.each(['', '756.1234.5678.97', '7561234567897', '756.9217.0769.85'])(
  'accepts the AVS number %j',
  async (text) => expect(await check('avs', text)).toBe(true),
)

it.each([
  '756.1234.5678.98',
  '756.1324.5678.97',
  '755.1234.5678.97',
  '756.1234.5678',
  '756',
  'x',
  '٧٥٦1234567897',
])('refuses the AVS number %j', async (text) => expect(await check('avs', text)).toBe(false))

it.each([
  '',
  'CH93 0076 2011 6238 5295 7',
  'CH9300762011623852957',
  'DE89370400440532013000',
  'MT84MALT011000012345MTLCAST001S',
])('accepts the IBAN %j', async (text) => expect(await check('iban', text)).toBe(true))

it.each([
  'CH93 0076 2011 6238 5295 8',
  'CH39 0076 2011 6238 5295 7',
  'ch9300762011623852957',
  'CH93',
  'CH٩٣00762011623852957',
])('refuses the IBAN %j', async (text) => expect(await check('iban', text)).toBe(false))

import { expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'

const database = useDatabase()

const isEmail = async (email: string | null) => {
  const owner = await database.as('owner')
  return (await owner.query('select app.is_email($1) as ok', [email])).rows[0].ok
}

it.each(['', 'lea@example.org', "Lea.O'Neil@ex-ample.co.uk", 'a+b@1.ch'])('accepts %j', async (email) =>
  expect(await isEmail(email)).toBe(true),
)

it.each([
  'lea',
  'lea@',
  'lea@example',
  '@example.org',
  'lea @example.org',
  'lea@example..org',
  '.lea@example.org',
  'lea@-example.org',
  'léa@example.org',
  'lea@example.org\n',
  'a@b.ch, c@d.ch',
])('refuses %j', async (email) => expect(await isEmail(email)).toBe(false))

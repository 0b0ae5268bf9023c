import { expect, it } from 'vitest'
import { tokenLifetimes } from '../../src/text/token_lifetimes.ts'
import { useDatabase } from '../support/database.ts'

const database = useDatabase('template_migrated')

it.each(Object.entries(tokenLifetimes))('mails tell how long a token of %s is valid', async (genre, told) => {
  const admin = await database.as('admin')
  const { rows } = await admin.query(
    'select extract(epoch from auth.token_lifetime($1))::integer as seconds',
    [genre],
  )
  const [, count, unit] = /^(\d+) (jour|heure)s?$/.exec(told) ?? []
  expect(rows[0].seconds).toBe(Number(count) * (unit === 'jour' ? 86_400 : 3600))
})

import { expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'

const database = useDatabase()

it.each<[npa: string | null, canton: string | null, pays: string, why: string]>([
  ['2800', 'JU', 'CH', 'a postcode of four digits is Swiss'],
  ['1700', 'FR', 'CH', 'FR is Fribourg'],
  ['25470', 'FR', 'FR', 'with five digits FR is France'],
  ['2800', 'XX', 'CH', 'whatever the canton'],
  ['8238', 'DE', 'DE', 'Büsingen is Germany'],
  ['6911', 'IT', 'IT', 'Campione is Italy'],
  ['6800', 'AT', 'AT', 'Austrian postcodes have four digits too'],
  ['9490', 'SG', 'LI', 'Vaduz'],
  ['2800', 'FL', 'LI', 'Liechtenstein by its code'],
  ['9484', 'SG', 'CH', 'before Liechtenstein'],
  ['9499', 'SG', 'CH', 'after Liechtenstein'],
  ['59000', 'JU', '', 'not known'],
  ['', 'JU', '', 'not known'],
  [null, null, '', 'no place'],
])('the country of %s %s is "%s": %s', async (npa, canton, pays, _why) => {
  const { rows } = await (await database.as('owner')).query('select app.pays_localite($1, $2) as pays', [
    npa,
    canton,
  ])
  expect(rows).toEqual([{ pays }])
})

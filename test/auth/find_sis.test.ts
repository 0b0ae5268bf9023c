import { beforeAll, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'

const database = useDatabase()

// Only the owner may call find_sis: functions of jobs do.
async function find(text: string | null): Promise<unknown> {
  const owner = await database.as('owner')
  return (await owner.query('select auth.find_sis($1) as key', [text])).rows[0]?.key
}

beforeAll(async () => {
  const owner = await database.as('owner')
  await owner.query(`insert into auth.sis (api_key, nom, abreviation) values
    ('delemont', 'SIS Delémont et Vallée', 'SIS D.'), ('vide', 'SIS sans abréviation', ''), ('piege', 'SIS du Piège', 'SIS Haute-Sorne')`)
})

it.each([
  ['SIS Haute-Sorne', 'hs'],
  ['sis haute sorne', 'hs'],
  ['  SIS  HAUTE–SORNE ', 'hs'],
  ['SIS HS', 'hs'],
  ['hs', 'hs'],
  ['HS', 'hs'],
  ['sis delemont et vallee', 'delemont'],
  ['SIS DELÉMONT ET VALLÉE', 'delemont'],
  ['SIS Dele\u0301mont et Valle\u0301e', 'delemont'],
  ['sis d', 'delemont'],
  ['SIS du piege', 'piege'],
])('%j names %s', async (text, key) => {
  expect(await find(text)).toBe(key)
})

it('prefers a full name to the abbreviation of another SIS', async () => {
  expect(await find('SIS Haute-Sorne')).toBe('hs')
})

it.each(['', ' ', '*', '%', '…', 'SIS', 'SIS Haute', 'SIS Haute-Sorne et environs', null])(
  '%j names no SIS',
  async (text) => {
    expect(await find(text)).toBeNull()
  },
)

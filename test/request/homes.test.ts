import { afterEach, describe, expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../support/database.ts'
import { makeSis } from '../support/users.ts'

const database = useDatabase()
const text = 'select request.sis_key() as sis from request.open(7, $1, $2, null)'
const open = async (role: 'api' | 'owner', sis: string | null) =>
  (await (await database.as(role)).query(text, [sis, ['sis.config']])).rows[0].sis
const move = async (sis: string) =>
  (await database.as('owner')).query('delete from request.homes where sis_key = $1', [sis])
const refused = {
  code: 'PT503',
  message: 'Ce SIS est servi par une autre base de données : réessayez dans un instant',
  detail: '5',
}

afterEach(async () => {
  await (await database.as('owner')).query(
    `insert into request.homes (sis_key) select api_key from auth.sis on conflict do nothing`,
  )
})

describe('request.open', () => {
  it('refuses a SIS that does not live in this database to every caller, and opens all others', async () => {
    await move('hs')
    for (const role of ['api', 'owner'] as const) {
      await expect(open(role, 'hs')).rejects.toMatchObject(refused)
      expect(await open(role, 'test')).toBe('test')
    }
  })

  it('lets a key pass that no SIS has: nothing is found under it', async () => {
    expect(await open('api', 'ailleurs')).toBe('ailleurs')
  })

  it('opens the instance, and nobody', async () => {
    expect([await open('owner', '*'), await open('api', null)]).toEqual(['*', null])
  })

  it('holds nothing and writes nothing, as on a standby', async () => {
    const api = await database.as('api')
    await api.query('begin read only')
    await api.query(text, ['hs', []])
    const owner = await database.as('owner')
    await owner.query("set lock_timeout = '1s'")
    await move('hs')
    await api.query('rollback')
  })

  it('refuses the SIS from then on within the same session, and opens it once it is back', async () => {
    expect(await open('api', 'hs')).toBe('hs')
    await move('hs')
    await expect(open('api', 'hs')).rejects.toMatchObject(refused)
    await (await database.as('owner')).query("insert into request.homes (sis_key) values ('hs')")
    expect(await open('api', 'hs')).toBe('hs')
  })
})

it('a new SIS lives in the database that it is made in', async () => {
  await makeSis(database, 'val', 'SIS du Val')
  expect(await open('api', 'val')).toBe('val')
})

it('the data server may neither read nor change where SIS live', async () => {
  const api = await database.as('api')
  for (const statement of [
    'select from request.homes',
    "insert into request.homes (sis_key) values ('ailleurs')",
    'delete from request.homes',
  ])
    await expect(
      asSomeone(api, { sis: 'hs', permissions: ['sis.config'] }, () => api.query(statement)),
    ).rejects.toMatchObject({ code: '42501' })
})

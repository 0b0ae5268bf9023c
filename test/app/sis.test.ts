import { expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../support/database.ts'
import { allPermissions, inHs, outcome, permissionsThat } from '../support/table.ts'
import { askReading } from '../support/table_reading.ts'

const database = useDatabase()

askReading(database, { table: 'sis', rows: { hs: 1, test: 1 }, read: 'everyone' })

it('is not written by the data server', async () => {
  const api = await database.as('api')
  await asSomeone(api, inHs(allPermissions), async () => {
    expect(await outcome(api, "insert into app.sis (fuseau) values ('UTC')")).toBe('42501')
    expect(await outcome(api, "update app.sis set fuseau = 'UTC'")).toBe('42501')
    expect(await outcome(api, 'delete from app.sis')).toBe('42501')
  })
})

it('takes the settings of a new SIS with the right permission only, and of no other', async () => {
  const owner = await database.as('owner')
  await owner.query("insert into auth.sis (api_key, nom, abreviation) values ('neuf', 'SIS Neuf', 'SIS N')")
  const opens = async () => {
    await owner.query("select set_config('request.sis_key', 'neuf', true)")
    return (await outcome(owner, 'insert into app.sis default values')) === 1
  }
  expect(await permissionsThat(owner, opens)).toEqual(['sis.config'])
  const forged = "insert into app.sis (sis_key) values ('neuf')"
  expect(await asSomeone(owner, inHs(allPermissions), () => outcome(owner, forged))).toBe('42501')
})

it('is changed and removed by nobody', async () => {
  const owner = await database.as('owner')
  await asSomeone(owner, inHs(allPermissions), async () => {
    expect(await outcome(owner, "update app.sis set fuseau = 'UTC'")).toBe(0)
    expect(await outcome(owner, 'delete from app.sis')).toBe(0)
  })
})

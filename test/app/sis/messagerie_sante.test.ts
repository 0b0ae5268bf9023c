import { expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../../support/database.ts'
import { allPermissions, inHs, plant } from '../../support/table.ts'

const database = useDatabase()

it('shows the state of a mailbox of the request’s SIS, and only with sis.config', async () => {
  await plant(
    database,
    "insert into app.messageries (host, port, utilisateur, mot_de_passe) values ('mail.example.org', 993, 'a', '')",
  )
  const { rows } = await (await database.as('admin')).query('select sis_key, id from app.messageries')
  const { id } = rows.find((row) => row.sis_key === 'hs')
  const api = await database.as('api')
  const tells = async () => (await api.query('select app.messagerie_sante($1) as sante', [id])).rows[0].sante
  expect(await asSomeone(api, inHs(['sis.config']), tells)).toMatchObject({ last_success: null, read: 0 })
  const others = allPermissions.filter((permission) => permission !== 'sis.config')
  for (const identity of [
    inHs(),
    inHs(others),
    { sis: 'test', permissions: allPermissions },
    { sis: '*', permissions: allPermissions },
    { sis: null, permissions: allPermissions },
  ])
    expect(await asSomeone(api, identity, tells)).toBeNull()
  expect(await tells()).toBeNull()
})

it('keeps the relèves themselves out of the API’s reach', async () => {
  const api = await database.as('api')
  await expect(api.query('select from jobs.releves')).rejects.toMatchObject({ code: '42501' })
})

import { expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../support/database.ts'
import { allPermissions, inHs, outcome } from '../support/table.ts'

const database = useDatabase()

const changes = {
  update: "update audit.journal set apres = '{}'",
  delete: 'delete from audit.journal',
  truncate: 'truncate audit.journal',
}

it.each(['api', 'auth', 'worker'] as const)(
  'the journal cannot be changed, emptied or written to by caserne_%s',
  async (role) => {
    const client = await database.as(role)
    const insert = "insert into audit.journal (sis_key, ressource, action) values ('hs', 'grades', 'ajout')"
    await client.query('begin')
    for (const statement of [...Object.values(changes), insert])
      expect(await outcome(client, statement)).toBe('42501')
    await client.query('rollback')
  },
)

it.each(['owner', 'admin'] as const)('the journal cannot be changed or emptied by the %s', async (role) => {
  const client = await database.as(role)
  for (const identity of [inHs(allPermissions), { sis: null }])
    await asSomeone(client, identity, async () => {
      for (const statement of Object.values(changes)) expect(await outcome(client, statement)).toBe('PT403')
      expect(await outcome(client, `${changes.delete} where id = 1`)).toBe('PT403')
      expect(await outcome(client, "update audit.journal set sis_key = 'test' where false")).toBe('PT403')
    })
})

it('the journal takes from the owner entries of the SIS of their request only', async () => {
  const owner = await database.as('owner')
  const insert = (sis: string) =>
    `insert into audit.journal (sis_key, ressource, action) values ('${sis}', 'grades', 'ajout')`
  await asSomeone(owner, inHs(), async () => {
    expect(await outcome(owner, insert('hs'))).toBe(1)
    expect(await outcome(owner, insert('test'))).toBe('42501')
  })
})

it('the journal is read with sis.config, in one’s own SIS', async () => {
  const api = await database.as('api')
  const keys = async () => (await api.query('select distinct sis_key from audit.journal')).rows
  for (const sis of ['hs', 'test'])
    expect(await asSomeone(api, { sis, permissions: ['sis.config'] }, keys)).toEqual([{ sis_key: sis }])
  const others = allPermissions.filter((permission) => permission !== 'sis.config')
  for (const identity of [
    inHs(),
    inHs(others),
    { sis: null, permissions: allPermissions },
    { sis: '%', permissions: allPermissions },
  ])
    expect(await asSomeone(api, identity, keys)).toEqual([])
  expect(await keys()).toEqual([])
})

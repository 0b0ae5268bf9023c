import { beforeAll, expect, it } from 'vitest'
import { allPermissions } from '../../support/table.ts'
import { makeAccount } from '../../support/users.ts'
import { admin, commandant, prefixes, useRights } from './rights_fixture.ts'

const { database, ask } = useRights()

beforeAll(async () => {
  for (const permission of ['utilisateur.tout', 'utilisateur.config'])
    await makeAccount(database, { email: `${permission}@example.org`, permissions: { hs: [permission] } })
})

it.each(prefixes)('the catalogue is listed in order under %s, without admin', async (prefix) => {
  expect(await ask('GET', '/permissions', { as: commandant, prefix })).toEqual([
    200,
    { data: allPermissions },
  ])
})

it.each(['utilisateur.tout@example.org', 'utilisateur.config@example.org', admin])(
  '%s may read it',
  async (as) => {
    expect(await ask('GET', '/permissions', { as })).toEqual([200, { data: allPermissions }])
  },
)

it('nobody writes it', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    expect(await ask(method, '/permissions', { as: admin, body: { identifiant: 'admin' } })).toEqual([
      405,
      { error: 'Méthode non autorisée' },
    ])
})

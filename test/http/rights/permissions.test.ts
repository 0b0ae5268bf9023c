import { beforeAll, expect, it } from 'vitest'
import { makeAccount } from '../../support/users.ts'
import { admin, commandant, prefixes, useRights } from './rights_fixture.ts'

const { database, ask } = useRights()

const catalogue = [
  'comptabilite.config',
  'comptabilite.lecture',
  'comptabilite.modification',
  'exercice.config',
  'exercice.lecture',
  'exercice.modification',
  'exercice.presence',
  'exercice.validation',
  'intervention.config',
  'intervention.lecture',
  'intervention.modification',
  'intervention.validation',
  'organisation.modification',
  'sapeur.config',
  'sapeur.lecture',
  'sapeur.modification',
  'sis.config',
  'utilisateur.config',
  'utilisateur.tout',
]

beforeAll(async () => {
  for (const permission of ['utilisateur.tout', 'utilisateur.config'])
    await makeAccount(database, { email: `${permission}@example.org`, permissions: { hs: [permission] } })
})

it.each(prefixes)('the catalogue is listed in order under %s, without admin', async (prefix) => {
  expect(await ask('GET', '/permissions', { as: commandant, prefix })).toEqual([200, { data: catalogue }])
})

it.each(['utilisateur.tout@example.org', 'utilisateur.config@example.org', admin])(
  '%s may read it',
  async (as) => {
    expect(await ask('GET', '/permissions', { as })).toEqual([200, { data: catalogue }])
  },
)

it('nobody writes it', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    expect(await ask(method, '/permissions', { as: admin, body: { identifiant: 'admin' } })).toEqual([
      405,
      { error: 'Méthode non autorisée' },
    ])
})

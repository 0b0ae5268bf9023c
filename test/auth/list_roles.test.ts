import { expect, it } from 'vitest'
import { asUser } from '../support/calls.ts'
import { useDatabase } from '../support/database.ts'
import { allPermissions } from '../support/table.ts'
import { makeAccount, roleOf } from '../support/users.ts'

const database = useDatabase()

it('lists each role of the SIS with its permissions and the number of its accounts, by name', async () => {
  const user = await makeAccount(database, {
    email: 'roles@example.org',
    permissions: { hs: ['utilisateur.config'] },
  })
  await asUser(await database.as('auth'), user, 'hs', async (ask) => {
    const roles = await ask('list_roles')
    expect(roles.map(({ nom }: { nom: string }) => nom)).toEqual([
      'Administration',
      "Chef d'intervention",
      'Comptabilité',
      'Consultation',
      'Instruction',
      'Lecture des interventions',
      'roles@example.org',
    ])
    expect(roles[5]).toEqual({
      id: await roleOf(database, 'hs', 'Lecture des interventions'),
      nom: 'Lecture des interventions',
      permissions: ['intervention.lecture'],
      utilisateurs: 1,
    })
    expect(roles[0]).toMatchObject({ permissions: allPermissions, utilisateurs: 1 })
  })
})

it('lists roles and the catalogue only for those who manage users or roles', async () => {
  const refused = 'PT403 Permission requise : utilisateur.tout ou utilisateur.config'
  const auth = await database.as('auth')
  for (const [permission, may] of [
    ['utilisateur.tout', true],
    ['utilisateur.config', true],
    ['sis.config', false],
  ] as const) {
    const email = `${permission}@example.org`
    const user = await makeAccount(database, { email, permissions: { test: [permission] } })
    await asUser(auth, user, 'test', async (ask) => {
      expect(await ask('list_roles')).toEqual(may ? expect.any(Array) : refused)
      expect(await ask('list_permissions')).toEqual(may ? allPermissions : refused)
    })
    await asUser(auth, user, 'hs', async (ask) => {
      expect(await ask('list_roles')).toBe(refused)
      expect(await ask('list_permissions')).toBe(refused)
    })
  }
})

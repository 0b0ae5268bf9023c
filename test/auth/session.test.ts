import { expect, it } from 'vitest'
import { call } from '../support/calls.ts'
import { useDatabase } from '../support/database.ts'
import { allPermissions } from '../support/table.ts'
import { changeAccount, idOf, makeAccount, makeSis, sapeurOf } from '../support/users.ts'

const database = useDatabase()

// Only the owner may call session: every function that signs someone in answers with it.
const claimsOf = async (email: string) =>
  (await call(await database.as('owner'), 'session', await idOf(database, email))).claims

it('answers the rights of an account by SIS, its sapeur there, and where it gets alerts', async () => {
  expect(await claimsOf('commandant@example.org')).toEqual({
    id: await idOf(database, 'commandant@example.org'),
    admin: false,
    validated: true,
    pseudo: 'Ricarda Amsler',
    email: 'commandant@example.org',
    permissions: {
      hs: allPermissions,
      test: ['exercice.lecture', 'intervention.lecture', 'sapeur.lecture'],
    },
    mobiles: ['hs', 'test'],
    sapeurs: {
      hs: await sapeurOf(database, 'hs', 'Amsler Ricarda'),
      test: await sapeurOf(database, 'test', 'Aubry Pascal'),
    },
  })
})

it('distinguishes a sapeur without rights from an account without a sapeur', async () => {
  expect(await claimsOf('sapeur@example.org')).toMatchObject({
    permissions: {},
    mobiles: ['hs'],
    sapeurs: { hs: await sapeurOf(database, 'hs', 'Berberat Yves') },
  })
  expect(await claimsOf('lecteur@example.org')).toMatchObject({
    permissions: { hs: ['intervention.lecture'] },
    mobiles: [],
    sapeurs: {},
  })
  expect(await claimsOf('nouveau@example.org')).toMatchObject({ validated: false, permissions: {} })
})

it('answers admin for every SIS to an administrator, also where they have a role, and in a new SIS', async () => {
  await makeAccount(database, {
    email: 'chefs@example.org',
    admin: true,
    permissions: { hs: ['intervention.lecture'] },
  })
  const all = { hs: ['admin'], test: ['admin'] }
  expect(await claimsOf('chefs@example.org')).toMatchObject({ admin: true, permissions: all })
  await makeSis(database, '612', 'SIS 612')
  const { permissions } = await claimsOf('chefs@example.org')
  expect(permissions).toEqual({ ...all, '612': ['admin'] })
})

it('answers nothing for an unknown account', async () => {
  expect(await call(await database.as('owner'), 'session', 999_999)).toBeNull()
})

it('dates a token in whole seconds, never before the last revocation', async () => {
  const session = async () =>
    await call(await database.as('owner'), 'session', await idOf(database, 'chef@example.org'))
  await changeAccount(database, 'chef@example.org', "tokens_valid_from = '2126-03-14T12:00:00Z'")
  expect((await session()).issued_at).toBe(Date.parse('2126-03-14T12:00:00Z') / 1000)
  await changeAccount(database, 'chef@example.org', "tokens_valid_from = '-infinity'")
  expect((await session()).issued_at).toBeLessThanOrEqual(Date.now() / 1000 + 1)
})

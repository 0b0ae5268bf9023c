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

it('answers admin for every SIS to an administrator, also where he has a role, and in a new SIS', async () => {
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

it('reads the permissions of its own roles only, by a plan that is older than the roles of others', async () => {
  const owner = await database.as('owner')
  await owner.query("set plan_cache_mode = 'force_generic_plan'")
  // An analyze of its own would have the plan made anew.
  for (const table of ['roles', 'role_permissions', 'user_roles', 'memberships', 'users'])
    await owner.query(`alter table auth.${table} set (autovacuum_enabled = off)`)
  const user = await idOf(database, 'lecteur@example.org')
  const count = async () => {
    const { rows } = await owner.query(
      `select (seq_tup_read + idx_tup_fetch)::integer as n
         from pg_stat_xact_user_tables where schemaname = 'auth' and relname = 'role_permissions'`,
    )
    return rows[0].n
  }
  // Counts of earlier transactions are still among those of this one.
  const read = async () => {
    await owner.query('begin')
    const before = await count()
    await call(owner, 'session', user)
    const after = await count()
    await owner.query('rollback')
    return after - before
  }
  await read()
  await owner.query(
    `insert into auth.roles (sis_key, nom) select 'test', 'Rôle ' || n from generate_series(1, 300) n`,
  )
  await owner.query(
    `insert into auth.role_permissions (sis_key, role_id, permission)
     select r.sis_key, r.id, 'intervention.lecture' from auth.roles r where r.nom like 'Rôle %'`,
  )
  expect(await read()).toBe(1)
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

import { beforeAll, expect, it } from 'vitest'
import { asUser, call } from '../support/calls.ts'
import { useDatabase } from '../support/database.ts'
import { allPermissions } from '../support/table.ts'
import { changeAccount, idOf, look, makeAccount, makeSis, roleOf, sapeurOf } from '../support/users.ts'

const database = useDatabase()
const tout = 'PT403 Permission requise : utilisateur.tout'
let manager = 0
let admin = 0
beforeAll(async () => {
  const permissions = { hs: ['utilisateur.tout'] }
  manager = await makeAccount(database, { email: 'gestion@example.org', name: 'Gestion', permissions })
  admin = await idOf(database, 'admin@example.org')
})

const emails = (users: { email: string }[]) => users.map(({ email }) => email)

it('lists each account of the SIS with its roles there, by name', async () => {
  await asUser(await database.as('auth'), manager, 'hs', async (ask) => {
    const users = await ask('list_users', false)
    expect(emails(users)).toEqual([
      'chef@example.org',
      'gestion@example.org',
      'lecteur@example.org',
      'commandant@example.org',
      'sapeur@example.org',
    ])
    expect(users[3]).toEqual({
      id: await idOf(database, 'commandant@example.org'),
      name: 'Ricarda Amsler',
      email: 'commandant@example.org',
      email_verified_at: expect.stringMatching(/Z$/),
      admin: false,
      disabled: false,
      roles: [{ id: await roleOf(database, 'hs', 'Administration'), nom: 'Administration' }],
      sapeur_id: await sapeurOf(database, 'hs', 'Amsler Ricarda'),
      mobile: true,
      parti: false,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    })
    expect(users[1]).toMatchObject({ email_verified_at: null, sapeur_id: null, mobile: false })
    expect(users[4]).toMatchObject({ roles: [], mobile: true })
  })
})

it('lists the accounts of the other SIS to its managers, without anything about this SIS', async () => {
  const user = await idOf(database, 'autre@example.org')
  await asUser(await database.as('auth'), user, 'test', async (ask) => {
    const users = await ask('list_users', false)
    expect(emails(users)).toEqual(['autre@example.org', 'commandant@example.org'])
    expect(users[1]).toMatchObject({
      roles: [{ id: await roleOf(database, 'test', 'Consultation'), nom: 'Consultation' }],
      sapeur_id: await sapeurOf(database, 'test', 'Aubry Pascal'),
    })
  })
})

it('shows which accounts are disabled and which are administrators', async () => {
  await look(database, "insert into auth.memberships (sis_key, user_id) values ('hs', $1)", [admin])
  await changeAccount(database, 'lecteur@example.org', 'disabled_at = now()')
  await asUser(await database.as('auth'), manager, 'hs', async (ask) => {
    const users = await ask('list_users', false)
    expect(users[0]).toMatchObject({ email: 'admin@example.org', admin: true, disabled: false })
    expect(users[3]).toMatchObject({ email: 'lecteur@example.org', admin: false, disabled: true })
  })
  await changeAccount(database, 'lecteur@example.org', 'disabled_at = null')
  await look(database, 'delete from auth.memberships where user_id = $1', [admin])
})

it('lists all accounts to administrators on request, and to nobody else', async () => {
  const auth = await database.as('auth')
  await asUser(auth, admin, 'hs', async (ask) => {
    const users = await ask('list_users', true)
    expect(emails(users)).toEqual(
      expect.arrayContaining(['autre@example.org', 'nouveau@example.org', 'chef@example.org']),
    )
    expect(users).toHaveLength(Number(await look(database, 'select count(*) from auth.users')))
    expect(emails(await ask('list_users', null))).not.toContain('autre@example.org')
  })
  await asUser(auth, manager, 'hs', async (ask) => {
    expect(await ask('list_users', true)).toBe('PT403 Permission requise : admin')
    expect(await ask('list_users', null)).toEqual(await ask('list_users', false))
  })
})

it('lists nothing without utilisateur.tout in the SIS', async () => {
  const auth = await database.as('auth')
  await makeSis(database, 'val', 'SIS du Val')
  const permissions = { val: allPermissions.filter((permission) => permission !== 'utilisateur.tout') }
  const user = await makeAccount(database, { email: 'sans-tout@example.org', permissions })
  for (const [asker, sis] of [
    [user, 'val'],
    [user, null],
    [manager, 'test'],
    [manager, null],
  ] as const) {
    await asUser(auth, asker, sis, async (ask) => {
      const refused = sis === null ? 'PT403 Permission requise : admin' : tout
      expect(await ask('list_users', false)).toBe(refused)
      expect(await ask('list_users', true)).toBe(refused)
    })
  }
  expect(await call(auth, 'list_users', false)).toBe('PT403 Permission requise : admin')
})

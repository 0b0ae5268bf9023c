import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { askAs, asUser, call, refresh, signIn } from '../support/calls.ts'
import { useDatabase } from '../support/database.ts'
import { idOf, look, mailsQueued, makeAccount, makeToken } from '../support/users.ts'

const database = useDatabase()
let email = ''
let user = 0
beforeEach(async () => {
  email = `essai.${randomBytes(4).toString('hex')}@example.org`
  user = await makeAccount(database, { email, name: 'Jean Essai' })
  await look(database, "update auth.users set email_verified_at = '2026-03-14T16:20:00Z' where id = $1", [
    user,
  ])
})

/** Changes and commits the account, as an administrator. */
const update = async (body: object, id: number | null = user) =>
  askAs(await database.as('auth'), await idOf(database, 'admin@example.org'), null, 'update_user', id, body)
/** Time of issue of a token of the account made now, and whether the data API accepts it. */
const issuedAt = async () => (await call(await database.as('owner'), 'session', user)).issued_at
const enters = async (second: number) =>
  (await database.as('api'))
    .query("select auth.check_session($1, to_timestamp($2), 'hs', '{}')", [user, second])
    .then(
      () => true,
      () => false,
    )

describe('an administrator', () => {
  it('changes the named fields of an account', async () => {
    expect(await update({ name: 'Jeanne Essai' })).toEqual({
      id: user,
      name: 'Jeanne Essai',
      email,
      email_verified_at: '2026-03-14T16:20:00.000000Z',
      admin: false,
      disabled: false,
      roles: [],
      sapeur_id: null,
      mobile: false,
      parti: false,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    })
    expect(await update({ admin: true })).toMatchObject({ name: 'Jeanne Essai', admin: true })
    expect(await update({ admin: false, name: 'Jean Essai' })).toMatchObject({
      name: 'Jean Essai',
      admin: false,
    })
    expect(await update({})).toMatchObject({ name: 'Jean Essai', email, admin: false, disabled: false })
  })

  it('changes nothing through unknown fields', async () => {
    const hash = await look(database, 'select password_hash from auth.users where id = $1', [user])
    const body = {
      is_admin: true,
      password_hash: 'x',
      password: 'mot nouveau',
      id: 1,
      disabled_at: '2026-01-01',
    }
    expect(await update(body)).toMatchObject({ id: user, admin: false, disabled: false })
    expect(await look(database, 'select password_hash from auth.users where id = $1', [user])).toBe(hash)
  })

  it('gets null for an unknown account', async () => {
    expect(await update({ name: 'X' }, 999_999)).toBeNull()
    expect(await update({ name: 'X' }, null)).toBeNull()
  })
})

describe('a new e-mail', () => {
  it('must be confirmed, and invalidates the tokens mailed to the old one', async () => {
    const confirmation = await makeToken(database, 'confirmation', user)
    const reset = await makeToken(database, 'reinitialisation', user)
    expect(await update({ email: ` Neuf.${email} ` })).toMatchObject({
      email: `Neuf.${email}`,
      email_verified_at: null,
    })
    const auth = await database.as('auth')
    expect(await call(auth, 'confirm_email', confirmation)).toBeNull()
    expect(await call(auth, 'reset_password', reset, 'mot nouveau', 8, 4)).toBeNull()
    expect(await mailsQueued(database)).toContainEqual({ genre: 'confirmation', email: `neuf.${email}` })
  })

  it('of another account is refused, in any case; one’s own in another case is accepted', async () => {
    expect(await update({ email: ' CHEF@example.org', name: 'Autre nom' })).toBe(
      'PT422 Cette adresse e-mail est déjà utilisée. (email)',
    )
    expect(await look(database, 'select name from auth.users where id = $1', [user])).toBe('Jean Essai')
    expect(await update({ email: email.toUpperCase() })).toMatchObject({ email: email.toUpperCase() })
    expect(await update({ email: '' })).toBe('23514')
  })

  it('equal to the old one changes nothing', async () => {
    expect(await update({ email })).toMatchObject({ email_verified_at: '2026-03-14T16:20:00.000000Z' })
  })
})

describe('ends every session and token of an account', () => {
  it.each([
    ['when it is disabled', { disabled: true }, { disabled: false }],
    ['when it is no longer administrator', { admin: false }, { admin: true }],
  ])('%s', async (_when, change, back) => {
    await update(back)
    const session = await signIn(database, email)
    const reset = await makeToken(database, 'reinitialisation', user)
    const second = await issuedAt()
    expect(await enters(second)).toBe(true)
    expect(await update(change)).toMatchObject(change)
    expect(await enters(second)).toBe(false)
    await update(back)
    expect(await enters(second)).toBe(false)
    expect(await refresh(database, session)).toBeNull()
    expect(await call(await database.as('auth'), 'reset_password', reset, 'mot nouveau', 8, 4)).toBeNull()
    expect(await refresh(database, await signIn(database, email))).not.toBeNull()
  })

  it('but not when neither changes', async () => {
    const session = await signIn(database, email)
    const second = await issuedAt()
    await update({ admin: false, disabled: false, name: 'Autre nom' })
    await update({ admin: true })
    expect(await enters(second)).toBe(true)
    expect(await refresh(database, session)).not.toBeNull()
    await update({ admin: false })
  })
})

it('update_user is for administrators only, and checks that first', async () => {
  const auth = await database.as('auth')
  const refused = 'PT403 Permission requise : admin'
  const commandant = await idOf(database, 'commandant@example.org')
  for (const sis of ['hs', 'test', null]) {
    await asUser(auth, commandant, sis, async (ask) => {
      for (const target of [commandant, user, 999_999])
        expect(await ask('update_user', target, { admin: true })).toBe(refused)
    })
  }
  expect(await call(auth, 'update_user', user, { admin: true })).toBe(refused)
})

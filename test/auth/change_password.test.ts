import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { askAs, asUser, call, refresh, signIn, untilBlocked } from '../support/calls.ts'
import { useDatabase } from '../support/database.ts'
import { changeAccount, idOf, look, mailsQueued, makeAccount, makeToken } from '../support/users.ts'

const database = useDatabase()
let email = ''
let user = 0
beforeEach(async () => {
  email = `essai.${randomBytes(4).toString('hex')}@example.org`
  user = await makeAccount(database, { email, name: 'Jean Essai' })
})

const openSessions =
  "select coalesce(array_agg(appareil), '{}') from auth.sessions where user_id = $1 and revoked_at is null"
const signedIn = (email: string) => ({
  issued_at: expect.any(Number),
  claims: expect.objectContaining({ email }),
})

const signsIn = (password: string) =>
  signIn(database, email, { password }).then(
    () => true,
    () => false,
  )

async function changeOf(address: string | null, current: string | null, next = 'mot nouveau') {
  return await call(await database.as('auth'), 'change_password', address, current, next, 8, 4, null, null)
}

describe.each<[string, (next: Buffer) => Promise<unknown>, string | null]>([
  [
    'the calling account',
    async (next: Buffer) =>
      askAs(
        await database.as('auth'),
        user,
        null,
        'change_password',
        null,
        'caserne-demo',
        'mot nouveau',
        8,
        4,
        next,
        'vitest',
      ),
    'vitest',
  ],
  ['the account of an e-mail, in any case', () => changeOf(` ${email.toUpperCase()} `, 'caserne-demo'), null],
])('change_password for %s', (_whose, change, appareil) => {
  it('changes the password, ends the sessions, and tells the owner by mail', async () => {
    const session = await signIn(database, email)
    const token = await makeToken(database, 'reinitialisation', user)
    const before = (await call(await database.as('owner'), 'session', user)).issued_at
    const next = randomBytes(32)
    const answer = await change(next)
    // A call with a token starts a new session; a call with an e-mail does not.
    expect(answer).toEqual(appareil === null ? {} : { user: expect.anything(), ...signedIn(email) })
    expect(await look(database, openSessions, [user])).toEqual(appareil === null ? [] : [appareil])
    expect([await signsIn('caserne-demo'), await signsIn('mot nouveau')]).toEqual([false, true])
    expect(await refresh(database, session)).toBeNull()
    if (appareil !== null) expect(await refresh(database, next)).not.toBeNull()
    expect(await call(await database.as('auth'), 'reset_password', token, 'mot troisième', 8, 4)).toBeNull()
    const check = "select auth.check_session($1, to_timestamp($2), 'hs', '{}')"
    await expect((await database.as('api')).query(check, [user, before])).rejects.toMatchObject({
      code: 'PT401',
    })
    expect(await mailsQueued(database)).toContainEqual({ genre: 'mot_de_passe_change', email })
  })
})

describe('answers null, and changes nothing,', () => {
  it.each<[string, string | null]>([
    ['a wrong password', 'caserne'],
    ['none', null],
    ['an empty one', ''],
    ['the hash', '$2a$04$'],
  ])('for %s', async (_what, current) => {
    const session = await signIn(database, email)
    expect(await changeOf(email, current)).toBeNull()
    expect(
      await asUser(await database.as('auth'), user, null, (ask) =>
        ask('change_password', null, current, 'mot nouveau', 8, 4, randomBytes(32), ''),
      ),
    ).toBeNull()
    expect(await refresh(database, session)).not.toBeNull()
    expect(await signsIn('caserne-demo')).toBe(true)
    expect(await mailsQueued(database)).not.toContainEqual({ genre: 'mot_de_passe_change', email })
  })

  it('for an unknown e-mail, and without an account', async () => {
    expect(await changeOf('inconnue@example.org', 'caserne-demo')).toBeNull()
    expect(await changeOf('', 'caserne-demo')).toBeNull()
    expect(await changeOf(null, 'caserne-demo')).toBeNull()
  })

  it('for a disabled account', async () => {
    await changeAccount(database, email, 'disabled_at = now()')
    expect(await changeOf(email, 'caserne-demo')).toBeNull()
    await changeAccount(database, email, 'disabled_at = null')
    expect(await signsIn('caserne-demo')).toBe(true)
  })

  it('for an old password that is replaced at the same moment', async () => {
    const owner = await database.as('owner')
    await owner.query('begin')
    await owner.query(
      "select auth.set_password(u, auth.hash_password('mot de secours', 4)) from auth.users u where u.id = $1",
      [user],
    )
    const answer = changeOf(email, 'caserne-demo', 'mot volé')
    await Promise.race([answer, untilBlocked(database)])
    await owner.query('commit')
    expect(await answer).toBeNull()
    expect([await signsIn('mot volé'), await signsIn('mot de secours')]).toEqual([false, true])
  })
})

it.each([
  ['court', 'PT422 Le mot de passe doit compter au moins 8 caractères. (new_password)'],
  ['a'.repeat(73), 'PT422 Le mot de passe ne doit pas dépasser 72 octets. (new_password)'],
  ['jean essai', 'PT422 Le mot de passe ne doit être ni l’adresse e-mail ni le nom. (new_password)'],
])('refuses a weak new password: %s', async (next, refusal) => {
  const session = await signIn(database, email)
  expect(await changeOf(email, 'caserne-demo', next)).toBe(refusal)
  expect(await changeOf(email, 'caserne-demo', email)).toBe(
    'PT422 Le mot de passe ne doit être ni l’adresse e-mail ni le nom. (new_password)',
  )
  expect(await refresh(database, session)).not.toBeNull()
  expect(await signsIn('caserne-demo')).toBe(true)
})

it('hides that a new password is weak from anyone who does not know the current one', async () => {
  expect(await changeOf(email, 'caserne', 'court')).toBeNull()
})

it('answers the calling account with everything its owner may see', async () => {
  await asUser(await database.as('auth'), await idOf(database, 'chef@example.org'), null, async (ask) => {
    expect(await ask('get_me')).toEqual({
      id: await idOf(database, 'chef@example.org'),
      name: 'Daniel Tobler',
      email: 'chef@example.org',
      email_verified_at: expect.stringMatching(/Z$/),
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    })
  })
  expect(await call(await database.as('auth'), 'get_me')).toBeNull()
})

it('reports when an account was last changed, by anyone, but not when it signed in', async () => {
  const updatedAt = () => look(database, 'select updated_at::text from auth.users where id = $1', [user])
  const before = await updatedAt()
  await signIn(database, email)
  expect(await updatedAt()).toBe(before)
  await changeAccount(database, email, "name = 'Jeanne Essai'")
  expect(await updatedAt()).not.toBe(before)
})

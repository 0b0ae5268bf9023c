import { randomBytes } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { changeAccount, makeAccount } from '../support/accounts.ts'
import { useDatabase } from '../support/database.ts'

const database = useDatabase()

beforeAll(async () => {
  await makeAccount(database, { email: 'Essai@Example.org', name: 'Essai' })
  await makeAccount(database, { email: 'parti@example.org' })
  await changeAccount(database, 'parti@example.org', 'disabled_at = now()')
})

async function logIn(email: string | null, password: string | null, hash: Buffer | null = randomBytes(32)) {
  const auth = await database.as('auth')
  return (await auth.query('select auth.login($1, $2, $3) as session', [email, password, hash])).rows[0]
    ?.session
}

const familyOf = async (hash: Buffer) => {
  const owner = await database.as('owner')
  const { rows } = await owner.query(
    `select family, used_at, revoked_at, expires_at - issued_at = interval '30 days' as thirty_days
       from auth.refresh_tokens where token_hash = $1`,
    [hash],
  )
  return rows
}

it('tells who signed in and what goes into his token', async () => {
  const session = await logIn('essai@example.org', 'caserne-demo')
  expect(session).toEqual({
    user: {
      id: expect.any(Number),
      name: 'Essai',
      email: 'Essai@Example.org',
      email_verified_at: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
    },
    claims: {
      id: session.user.id,
      admin: false,
      validated: false,
      pseudo: 'Essai',
      email: 'Essai@Example.org',
      permissions: {},
      mobiles: [],
      sapeurs: {},
    },
  })
})

it('keeps the hash of the refresh token, each sign-in in a family of its own', async () => {
  const [first, second] = [randomBytes(32), randomBytes(32)]
  await logIn('essai@example.org', 'caserne-demo', first)
  await logIn(' ESSAI@example.org ', 'caserne-demo', second)
  const [[one], [two]] = [await familyOf(first), await familyOf(second)]
  expect(one).toMatchObject({ used_at: null, revoked_at: null, thirty_days: true })
  expect(two.family).not.toBe(one.family)
})

it.each([
  ['a wrong password', 'essai@example.org', 'caserne'],
  ['an empty password', 'essai@example.org', ''],
  ['no password', 'essai@example.org', null],
  ['an unknown e-mail', 'autre.essai@example.org', 'caserne-demo'],
  ['no e-mail', null, 'caserne-demo'],
  ['a disabled account', 'parti@example.org', 'caserne-demo'],
])('answers null to %s, and keeps no token', async (_what, email, password) => {
  const hash = randomBytes(32)
  expect(await logIn(email, password, hash)).toBeNull()
  expect(await familyOf(hash)).toEqual([])
})

it('takes nothing but a SHA-256 for the hash of a token', async () => {
  for (const hash of [Buffer.from('token'), randomBytes(33), null])
    await expect(logIn('essai@example.org', 'caserne-demo', hash)).rejects.toMatchObject({
      code: hash === null ? '23502' : '23514',
    })
})

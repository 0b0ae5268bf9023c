import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, untilBlocked } from '../support/calls.ts'
import { useDatabase } from '../support/database.ts'
import { changeAccount, look, makeAccount } from '../support/users.ts'

const database = useDatabase()

beforeAll(async () => {
  await makeAccount(database, { email: 'Essai@Example.org', name: 'Essai' })
  await makeAccount(database, { email: 'parti@example.org' })
  await changeAccount(database, 'parti@example.org', 'disabled_at = now()')
})

async function logIn(
  email: string | null,
  password: string | null,
  { hash = randomBytes(32) as Buffer | null, appareil = 'vitest' as string | null, cost = 4 } = {},
) {
  return await call(await database.as('auth'), 'login', email, password, hash, appareil, cost)
}

const sessionOf = async (hash: Buffer) => {
  const owner = await database.as('owner')
  const { rows } = await owner.query(
    `select s.id, s.appareil, t.used_at, s.revoked_at, t.expires_at - t.issued_at = interval '30 days' as thirty_days
       from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id where t.token_hash = $1`,
    [hash],
  )
  return rows
}

it('answers the account, the time and the claims of its token', async () => {
  const before = Math.floor(Date.now() / 1000)
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
    issued_at: expect.toSatisfy(Number.isInteger),
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
  expect(session.issued_at).toBeGreaterThanOrEqual(before)
  expect(session.issued_at).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000))
})

it('stores the hash of the refresh token, in a new session with the device that the client names', async () => {
  const [first, second, third] = [randomBytes(32), randomBytes(32), randomBytes(32)]
  await logIn('essai@example.org', 'caserne-demo', { hash: first })
  await logIn(' ESSAI@example.org ', 'caserne-demo', { hash: second, appareil: 'é'.repeat(300) })
  await logIn('essai@example.org', 'caserne-demo', { hash: third, appareil: null })
  const [[one], [two], [three]] = [await sessionOf(first), await sessionOf(second), await sessionOf(third)]
  expect(one).toMatchObject({ appareil: 'vitest', used_at: null, revoked_at: null, thirty_days: true })
  expect([two.appareil, three.appareil]).toEqual(['é'.repeat(255), ''])
  expect(new Set([one.id, two.id, three.id]).size).toBe(3)
})

it.each([
  ['a wrong password', 'essai@example.org', 'caserne'],
  ['an empty password', 'essai@example.org', ''],
  ['no password', 'essai@example.org', null],
  ['an unknown e-mail', 'autre.essai@example.org', 'caserne-demo'],
  ['no e-mail', null, 'caserne-demo'],
  ['a disabled account', 'parti@example.org', 'caserne-demo'],
])('answers null to %s, and stores no token', async (_what, email, password) => {
  const hash = randomBytes(32)
  expect(await logIn(email, password, { hash })).toBeNull()
  expect(await sessionOf(hash)).toEqual([])
})

it('accepts only a SHA-256 as the hash of a token', async () => {
  expect(await logIn('essai@example.org', 'caserne-demo', { hash: Buffer.from('token') })).toBe('23514')
  expect(await logIn('essai@example.org', 'caserne-demo', { hash: randomBytes(33) })).toBe('23514')
  expect(await logIn('essai@example.org', 'caserne-demo', { hash: null })).toBe('23502')
})

// Hash by crypt(3) of libxcrypt, of "rasmuslerdorf".
const foreign = '07$BCryptRequires22Chrcte/VlQH0piJtjXl.0t1XkA8pw9dMXTpOq'

describe('an imported password hash', () => {
  const hashOf = (email: string) =>
    look(database, 'select password_hash from auth.users where email = $1', [email])

  it.each(['$2a$', '$2b$', '$2y$'])(
    'with prefix %s signs in, and is replaced at the current cost',
    async (prefix) => {
      const email = `importe${prefix}@example.org`
      await makeAccount(database, { email, hash: prefix + foreign })
      expect(await logIn(email, 'rasmuslerdorg')).toBeNull()
      expect(await hashOf(email)).toBe(prefix + foreign)
      expect(await logIn(email, 'rasmuslerdorf')).toMatchObject({ user: { email } })
      expect(await hashOf(email)).toMatch(/^\$2a\$04\$/)
      expect(await logIn(email, 'rasmuslerdorf')).toMatchObject({ user: { email } })
      expect(await logIn(email, 'rasmuslerdorg')).toBeNull()
    },
  )

  it('is replaced when only its prefix differs, and kept when nothing differs', async () => {
    await makeAccount(database, { email: 'sept@example.org', hash: `$2y$${foreign}` })
    await logIn('sept@example.org', 'rasmuslerdorf', { cost: 7 })
    const made = await hashOf('sept@example.org')
    expect(made).toMatch(/^\$2a\$07\$/)
    await logIn('sept@example.org', 'rasmuslerdorf', { cost: 7 })
    expect(await hashOf('sept@example.org')).toBe(made)
    await logIn('sept@example.org', 'rasmuslerdorf', { cost: 5 })
    expect(await hashOf('sept@example.org')).toMatch(/^\$2a\$05\$/)
  })

  it('of an unknown kind signs nobody in', async () => {
    await makeAccount(database, { email: 'md5@example.org', hash: '$1$abcdefgh$G//4keteveJp0qb8z2DxG/' })
    expect(await logIn('md5@example.org', 'caserne-demo')).toBeNull()
    expect(await logIn('md5@example.org', '$1$abcdefgh$G//4keteveJp0qb8z2DxG/')).toBeNull()
  })
})

it.each([
  ['the password is changed', "auth.set_password(u, auth.hash_password('autre mot', 4))"],
  ['the account is closed', 'auth.change_disabled(u, true)'],
])('refuses when the account changes while the password is hashed: %s meanwhile', async (_what, change) => {
  const email = `pendant.${randomBytes(4).toString('hex')}@example.org`
  await makeAccount(database, { email })
  const owner = await database.as('owner')
  await owner.query('begin')
  await owner.query(`select ${change} from auth.users u where u.email = $1`, [email])
  const hash = randomBytes(32)
  const session = logIn(email, 'caserne-demo', { hash })
  await Promise.race([session, untilBlocked(database)])
  await owner.query('commit')
  expect(await session).toBeNull()
  expect(await sessionOf(hash)).toEqual([])
})

it('signs in twice at once, even when the hash must be replaced', async () => {
  await makeAccount(database, { email: 'deux@example.org', hash: `$2y$${foreign}` })
  const other = new pg.Client(database.urls.auth)
  await other.connect()
  const [auth, values] = [await database.as('auth'), ['deux@example.org', 'rasmuslerdorf']]
  const sessions = await Promise.all(
    [auth, other].map((client) => call(client, 'login', ...values, randomBytes(32), '', 4)),
  )
  await other.end()
  for (const session of sessions) expect(session).toMatchObject({ user: { email: 'deux@example.org' } })
})

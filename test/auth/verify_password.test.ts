import { describe, expect, it } from 'vitest'
import { call } from '../support/calls.ts'
import { useDatabase } from '../support/database.ts'

const database = useDatabase()

// Only the owner may call verify_password: functions of auth do.
async function verify(password: string | null, hash: string | null, cost = 4): Promise<unknown> {
  return await call(await database.as('owner'), 'verify_password', password, hash, cost)
}

async function hashOf(password: string | null, cost = 4): Promise<string> {
  const owner = await database.as('owner')
  return (await owner.query('select auth.hash_password($1, $2) as hash', [password, cost])).rows[0]?.hash
}

// Hash by crypt(3) of libxcrypt, of "rasmuslerdorf".
const foreign = '07$BCryptRequires22Chrcte/VlQH0piJtjXl.0t1XkA8pw9dMXTpOq'

describe('a password', () => {
  it('matches its own hash, and no other password does', async () => {
    const hash = await hashOf('caserne-demo')
    expect(await verify('caserne-demo', hash)).toBe(true)
    for (const other of ['caserne-dem', 'caserne-demo ', 'Caserne-demo', ''])
      expect(await verify(other, hash)).toBe(false)
  })

  it.each(['$2a$', '$2b$', '$2y$'])('matches an imported hash of %s', async (prefix) => {
    expect(await verify('rasmuslerdorf', prefix + foreign)).toBe(true)
    expect(await verify('rasmuslerdorg', prefix + foreign)).toBe(false)
  })

  it('of more than 72 bytes matches none, even when the first 72 match', async () => {
    for (const [good, longer] of [
      ['a'.repeat(72), 'a'.repeat(73)],
      ['é'.repeat(36), `${'é'.repeat(36)}é`],
    ] as const) {
      const hash = await hashOf(good)
      expect(await verify(good, hash)).toBe(true)
      expect(await verify(longer, hash)).toBe(false)
    }
  })

  it('that is null is wrong: false, not null', async () => {
    expect(await verify(null, await hashOf('caserne-demo'))).toBe(false)
    expect(await verify(null, null)).toBe(false)
  })
})

describe('a string that is no bcrypt hash', () => {
  it.each([
    ['DES', 'caYrZpRGYNWLc'],
    ['none', null],
    ['empty', ''],
    ['the password itself', 'caserne-demo'],
    ['MD5', '$1$abcdefgh$G//4keteveJp0qb8z2DxG/'],
    ['the broken $2x$', `$2x$${foreign}`],
    ['a truncated bcrypt hash', `$2y$${foreign.slice(0, -1)}`],
    ['a bcrypt hash with trailing text', `$2y$${foreign}\n`],
    ['a bcrypt hash of an impossible cost', `$2y$32${foreign.slice(2)}`],
    ['a bcrypt hash of a cost no longer supported', `$2y$03${foreign.slice(2)}`],
    ['the hash of an account without a password', '!'],
    ['Argon2', '$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHQ$RdescudvJCsgt3ub+b9dWRWJTmaaJObG'],
  ])('matches nothing: %s', async (_what, hash) => {
    for (const password of ['caserne-demo', 'rasmuslerdorf', ''])
      expect(await verify(password, hash)).toBe(false)
  })
})

describe('the time of a verification', () => {
  // A cost that bcrypt does not know raises an error, which proves that a hash was made.
  const noSuchCost = '22023'

  it('is that of a hash at the given cost when there is no hash', async () => {
    for (const hash of [null, '', '!', 'caYrZpRGYNWLc', '$2y$07$'])
      expect(await verify('caserne-demo', hash, 32)).toBe(noSuchCost)
  })

  it('is that of the stored hash otherwise', async () => {
    expect(await verify('caserne-demo', await hashOf('caserne-demo', 5), 32)).toBe(true)
    expect(await verify('caserne', await hashOf('caserne-demo', 5), 32)).toBe(false)
  })

  it('is spent by login, change of password and registration on an unknown address or one in use', async () => {
    const auth = await database.as('auth')
    const token = Buffer.alloc(32)
    expect(await call(auth, 'login', 'inconnue@example.org', 'x', token, '', 32)).toBe(noSuchCost)
    expect(
      await call(auth, 'change_password', 'inconnue@example.org', 'x', 'mot nouveau', 8, 32, null, null),
    ).toBe(noSuchCost)
    const register = (...more: unknown[]) =>
      call(auth, 'register', 'Jean', 'chef@example.org', 'mot de passe', null, false, 8, ...more, false)
    expect(await register(32, token, '')).toBe(noSuchCost)
    expect(await register(4, token, '')).toEqual({
      faults: { email: ['Cette adresse e-mail est déjà utilisée.'] },
    })
  })

  it('is not spent on an invalid token', async () => {
    const auth = await database.as('auth')
    expect(await call(auth, 'reset_password', Buffer.alloc(32), 'mot nouveau', 8, 32)).toBeNull()
  })
})

describe('hash_password', () => {
  it('makes a bcrypt hash with a fresh salt each time, of cost 10 by default', async () => {
    const owner = await database.as('owner')
    const { rows } = await owner.query("select auth.hash_password('x') as a, auth.hash_password('x') as b")
    expect(rows[0]?.a).toMatch(/^\$2a\$10\$[./\w]{53}$/)
    expect(rows[0]?.a).not.toBe(rows[0]?.b)
    expect(await hashOf('x', 6)).toMatch(/^\$2a\$06\$/)
  })

  it('refuses more than 72 bytes instead of truncating them', async () => {
    const tooLong = {
      code: 'PT422',
      message: 'Le mot de passe ne doit pas dépasser 72 octets.',
      detail: 'password',
    }
    await expect(hashOf('a'.repeat(73))).rejects.toMatchObject(tooLong)
    await expect(hashOf('é'.repeat(37))).rejects.toMatchObject(tooLong)
    expect(await hashOf('é'.repeat(36))).toMatch(/^\$2a\$04\$/)
    expect(await hashOf(null)).toBeNull()
  })
})

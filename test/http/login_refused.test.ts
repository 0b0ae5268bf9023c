import { beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { useServers } from '../support/servers.ts'
import { changeAccount, makeAccount } from '../support/users.ts'

const database = useDatabase()
const servers = useServers(database)

const post = (body: unknown, headers: Record<string, string> = {}) =>
  servers.auth('/api/v1/login', { method: 'POST', body, headers })
const logIn = (email: string, password = 'caserne-demo') => post({ email, password })

beforeAll(async () => {
  await makeAccount(database, { email: 'parti@example.org' })
  await changeAccount(database, 'parti@example.org', 'disabled_at = now()')
  await makeAccount(database, { email: 'long@example.org', password: 'a'.repeat(72) })
  await makeAccount(database, { email: 'accents@example.org', password: 'é'.repeat(36) })
  // Hash by crypt(3) of libxcrypt, not by pgcrypto.
  const imported = 'BCryptRequires22Chrcte/VlQH0piJtjXl.0t1XkA8pw9dMXTpOq'
  await makeAccount(database, { email: 'importe.y@example.org', hash: `$2y$07$${imported}` })
  await makeAccount(database, { email: 'importe.b@example.org', hash: `$2b$07$${imported}` })
  await makeAccount(database, { email: 'sans@example.org', hash: '' })
})

describe('credentials', () => {
  it.each([
    ['a wrong password', 'chef@example.org', 'caserne-dem0'],
    ['an unknown e-mail', 'personne@example.org', 'caserne-demo'],
    ['a disabled account', 'parti@example.org', 'caserne-demo'],
    ['an account without a password', 'sans@example.org', 'caserne-demo'],
    ['an invalid address', 'pas une adresse', 'caserne-demo'],
    ['a password with a NUL', 'chef@example.org', 'caserne-demo\0'],
    ['an e-mail with a NUL', 'chef@example.org\0', 'caserne-demo'],
    ['a pattern as e-mail', '%', 'caserne-demo'],
    ['a password with an additional space', 'chef@example.org', 'caserne-demo '],
    ['a password in another case', 'chef@example.org', 'Caserne-demo'],
  ])('with %s are refused with the same message', async (_what, email, password) => {
    const { status, body, headers } = await logIn(email, password)
    expect(status).toBe(401)
    expect(body).toEqual({ error: 'invalid credentials' })
    expect(headers.get('www-authenticate')).toBe('Bearer')
  })

  it.each([
    ['long@example.org', 'a'.repeat(72), 'a'.repeat(73)],
    ['accents@example.org', 'é'.repeat(36), `${'é'.repeat(36)}x`],
  ])(
    'of %s with more than 72 bytes are refused, even when the first 72 match',
    async (email, good, longer) => {
      expect((await logIn(email, good)).status).toBe(200)
      expect((await logIn(email, longer)).body).toEqual({ error: 'invalid credentials' })
    },
  )

  it.each(['importe.y@example.org', 'importe.b@example.org'])(
    'with the imported hash of %s are accepted',
    async (email) => {
      expect((await logIn(email, 'rasmuslerdorf')).status).toBe(200)
      expect((await logIn(email, 'rasmuslerdorg')).body).toEqual({ error: 'invalid credentials' })
    },
  )

  it('leave no refresh token behind when they are refused', async () => {
    const owner = await database.as('owner')
    const count = async () =>
      Number((await owner.query('select count(*) from auth.refresh_tokens')).rows[0]?.count)
    const before = await count()
    await logIn('chef@example.org', 'wrong')
    await logIn('parti@example.org')
    expect(await count()).toBe(before)
  })
})

describe('input', () => {
  const required = ['Ce champ est obligatoire.']

  it.each([
    ['without fields', {}],
    ['with empty fields', { email: '', password: '' }],
    ['without values', ''],
  ])('%s is refused under 401, both fields at once', async (_what, body) => {
    const answer = await post(body)
    expect(answer.status).toBe(401)
    expect(answer.body).toEqual({ error: { email: required, password: required } })
  })

  it('with one faulty field names only that field', async () => {
    expect((await post({ email: 'chef@example.org' })).body).toEqual({ error: { password: required } })
    expect((await post({ password: 'x' })).body).toEqual({ error: { email: required } })
  })

  it('of other types or too long is refused under 401', async () => {
    expect(await post({ email: 7, password: ['x'] })).toMatchObject({
      status: 401,
      body: {
        error: { email: ['Ce champ doit être un texte.'], password: ['Ce champ doit être un texte.'] },
      },
    })
    expect(await post({ email: 'x'.repeat(256), password: 'x'.repeat(1025) })).toMatchObject({
      status: 401,
      body: {
        error: {
          email: ['Ce champ ne doit pas dépasser 255 caractères.'],
          password: ['Ce champ ne doit pas dépasser 1024 caractères.'],
        },
      },
    })
  })

  it.each(['{"email":', 'null', '"text"'])('%s is no JSON object: 400', async (body) => {
    expect(await post(body)).toMatchObject({
      status: 400,
      body: { error: 'Le corps de la requête n’est pas du JSON lisible' },
    })
  })

  it.each(['application/x-www-form-urlencoded', 'text/plain'])('as %s is refused: 415', async (type) => {
    expect(await post('{"email":"a","password":"b"}', { 'content-type': type })).toMatchObject({
      status: 415,
      body: { error: 'Le corps de la requête doit être du type application/json' },
    })
  })

  it('of more than 4 KiB is refused: 413', async () => {
    expect(await post({ email: 'a', password: 'x'.repeat(4 * 1024) })).toMatchObject({
      status: 413,
      body: { error: 'Le corps de la requête est trop grand' },
    })
  })

  it('by another method is refused: 405 with Allow', async () => {
    const { status, body, headers } = await servers.auth('/auth/api/v1/login')
    expect({ status, body }).toEqual({ status: 405, body: { error: 'Méthode non autorisée' } })
    expect(headers.get('allow')).toBe('POST, OPTIONS')
  })
})

describe('a login or refresh without a body, or without its type, has its missing fields named under 401', () => {
  const required = ['Ce champ est obligatoire.']
  const typed = { 'content-type': 'application/json' }
  const text = () =>
    new Blob([JSON.stringify({ email: 'chef@example.org', password: 'caserne-demo', token: 'x' })])

  it.each<[path: string, fields: string[]]>([
    ['/api/v1/login', ['email', 'password']],
    ['/auth/api/v1/login', ['email', 'password']],
    ['/api/v1/refresh-token', ['token']],
    ['/auth/api/v1/refresh-token', ['token']],
  ])('%s', async (path, fields) => {
    const error = Object.fromEntries(fields.map((field) => [field, required]))
    for (const [what, ask] of Object.entries({
      nothing: {},
      'a type only': { headers: typed },
      'an empty body': { headers: typed, body: '' },
      'an empty object': { headers: typed, body: '{}' },
      // A blob without a type is sent without one.
      'no type': { body: text() },
    })) {
      const response = await fetch(servers.urls().auth + path, { method: 'POST', ...ask })
      const answer = [response.status, await response.json(), response.headers.get('www-authenticate')]
      expect(answer, what).toEqual([401, { error }, 'Bearer'])
    }
  })

  it('of another type is still refused', async () => {
    const body = new URLSearchParams({ email: 'chef@example.org', password: 'caserne-demo' })
    const response = await fetch(`${servers.urls().auth}/api/v1/login`, { method: 'POST', body })
    expect(response.status).toBe(415)
  })
})

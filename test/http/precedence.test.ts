import { beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { type Ask, doors, useServers } from '../support/servers.ts'
import { claims, forge } from '../support/tokens.ts'
import { changeAccount, makeAccount } from '../support/users.ts'

const database = useDatabase()
const servers = useServers(database)

const ids = { disabled: 0 }
beforeAll(async () => {
  ids.disabled = await makeAccount(database, { email: 'partie@example.org' })
  await changeAccount(database, 'partie@example.org', 'disabled_at = now()')
})

const past = { iat: 1_700_000_000, nbf: 1_699_999_990, exp: 1_700_028_800 }
const bearer = async (payload: object) => ({
  authorization: `Bearer ${await forge(servers.key, { payload: { ...payload } })}`,
})
const ofDisabled = () => bearer({ data: claims({ id: ids.disabled }) })
const expiredOfDisabled = () => bearer({ ...past, data: claims({ id: ids.disabled }) })

async function ask(path: string, how: Ask = {}) {
  const { status, body } = await servers.auth(`/api/v1${path}`, how)
  return [status, body?.error]
}

const refused = [401, 'Accès refusé']
const notJson = [400, 'Le corps de la requête n’est pas du JSON lisible']

// Operations with a token, and input that is faulty in every way they check.
const faulty: [string, string, unknown][] = [
  ['POST', '/use-token', '{'],
  ['POST', '/use-token', {}],
  ['POST', '/use-token', { token: 'x'.repeat(1024 * 1024) }],
  ['POST', '/change-password', '{'],
  ['POST', '/change-password', {}],
  ['DELETE', '/sessions/abc', undefined],
]

describe('faults are reported in this order on the authentication API:', () => {
  it.each(doors)('an unknown path: at the %s server under %s', async (server, prefix) => {
    for (const path of ['/rien', '/login/rien', '/sessions/1/rien', '/%E0%A4%A'])
      for (const method of ['GET', 'POST'])
        expect(
          await servers[server](prefix + path, { method, headers: { authorization: 'Bearer x' } }),
        ).toMatchObject({ status: 404, body: { error: 'Ressource inconnue' } })
  })

  it.each([
    ['/login', 'PUT', 'POST, OPTIONS'],
    ['/refresh-token', 'GET', 'POST, OPTIONS'],
    ['/register', 'GET', 'POST, OPTIONS'],
    ['/confirmer-email', 'GET', 'POST, OPTIONS'],
    ['/resend-confirmation', 'GET', 'POST, OPTIONS'],
    ['/forgotten-password', 'GET', 'POST, OPTIONS'],
    ['/reset-password', 'PATCH', 'POST, OPTIONS'],
    ['/change-password', 'PUT', 'POST, OPTIONS'],
    ['/logout', 'DELETE', 'POST, OPTIONS'],
    ['/me', 'POST', 'GET, HEAD, OPTIONS'],
    ['/sessions', 'DELETE', 'GET, HEAD, OPTIONS'],
    ['/sessions/1', 'GET', 'DELETE, OPTIONS'],
    ['/use-token', 'GET', 'POST, OPTIONS'],
    ['/sis', 'DELETE', 'GET, HEAD, POST, OPTIONS'],
  ])('a method that %s lacks, %s, before the token', async (path, method, allow) => {
    const headers = { authorization: 'Bearer x' }
    const answer = await servers.auth(`/api/v1${path}`, { method, headers })
    expect([answer.status, answer.body]).toEqual([405, { error: 'Méthode non autorisée' }])
    expect(answer.headers.get('allow')).toBe(allow)
  })

  it.each(faulty)('an invalid token, before the input: %s %s', async (method, path, body) => {
    const headers = { authorization: 'Bearer x' }
    expect(await ask(path, { method, body, headers })).toEqual(refused)
  })

  it.each(faulty)('an expired token, before the account: %s %s', async (method, path, body) => {
    const headers = await expiredOfDisabled()
    expect(await ask(path, { method, body, headers })).toEqual([401, 'Token expiré'])
  })

  it.each(faulty)('a disabled account, before the input: %s %s', async (method, path, body) => {
    expect(await ask(path, { method, body, headers: await ofDisabled() })).toEqual(refused)
  })

  it('an unreadable body, before its fields', async () => {
    for (const path of ['/use-token', '/change-password'])
      expect(await ask(path, { method: 'POST', body: '{', as: 'chef@example.org' })).toEqual(notJson)
  })

  it('faulty fields, before an invalid token in the body', async () => {
    expect(await ask('/use-token', { method: 'POST', body: { token: 7 }, as: 'chef@example.org' })).toEqual([
      422,
      { token: ['Ce champ doit être un texte.'] },
    ])
  })
})

describe.each([
  '/login',
  '/refresh-token',
  '/register',
  '/confirmer-email',
  '/resend-confirmation',
  '/forgotten-password',
  '/reset-password',
  '/change-password',
  '/logout',
])('a body of %s', (path) => {
  it('that is no JSON object, of another type or too large is refused', async () => {
    for (const body of ['{', 'null', '"texte"', '[1'])
      expect(await ask(path, { method: 'POST', body })).toEqual(notJson)
    const headers = { 'content-type': 'text/plain' }
    expect(await ask(path, { method: 'POST', body: '{}', headers })).toEqual([
      415,
      'Le corps de la requête doit être du type application/json',
    ])
    expect(await ask(path, { method: 'POST', body: { token: 'x'.repeat(1024 * 1024) } })).toEqual([
      413,
      'Le corps de la requête est trop grand',
    ])
  })

  it('that is a list counts as missing all fields', async () => {
    const [status, error] = await ask(path, { method: 'POST', body: [] })
    expect([401, 422]).toContain(status)
    expect(error).toEqual(expect.any(Object))
  })
})

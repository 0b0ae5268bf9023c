import { describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { useServers } from '../support/servers.ts'
import { look } from '../support/users.ts'

// Pages of other sites, and thieves of a cookie, at the session of the board.
const database = useDatabase()
const servers = useServers(database)
const SESSION = '/tableau/session'
const RENEW = `${SESSION}/renouvellement`
const credentials = JSON.stringify({ email: 'chef@example.org', password: 'caserne-demo' })
const json = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }

const send = async (method: string, path: string, headers: Record<string, string>, body?: string) => {
  const response = await fetch(servers.urls().data + path, { method, headers, ...(body && { body }) })
  const set = response.headers.getSetCookie().join()
  return { status: response.status, set, cookie: set.split(';')[0] ?? '', headers: response.headers }
}
const signIn = async () => (await send('POST', SESSION, json, credentials)).cookie
const renew = (cookie: string, headers: Record<string, string> = {}) =>
  send('POST', RENEW, { ...json, cookie, ...headers }, '{}')

describe('a page of another site', () => {
  // Types that a form of HTML can send without asking the server first.
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'signs nobody in by a form of type %s',
    async (type) => {
      const { status, set } = await send('POST', SESSION, { ...json, 'content-type': type }, credentials)
      expect([status, set]).toEqual([401, ''])
    },
  )

  it.each([
    ['POST', SESSION],
    ['POST', RENEW],
    ['DELETE', SESSION],
  ])('is refused %s %s, and the session goes on', async (method, path) => {
    const cookie = await signIn()
    for (const site of ['cross-site', 'same-site', 'CROSS-SITE', 'invented']) {
      const headers = { ...json, cookie, origin: 'https://evil.example.org', 'sec-fetch-site': site }
      const { status, set } = await send(method, path, headers, method === 'POST' ? credentials : undefined)
      expect({ site, status, set }).toEqual({ site, status: 403, set: '' })
    }
    expect((await renew(cookie)).status).toBe(200)
  })

  it.each([
    ['without a word of where it comes from', {}],
    ['of another origin', { origin: 'https://evil.example.org' }],
    ['of no origin', { origin: 'null' }],
  ])('cannot use a cookie in a request %s', async (_, headers) => {
    const cookie = await signIn()
    for (const [method, path, body] of [
      ['POST', RENEW, '{}'],
      ['POST', SESSION, credentials],
      ['DELETE', SESSION, undefined],
    ] as const)
      expect(
        (await send(method, path, { 'content-type': 'application/json', cookie, ...headers }, body)).status,
      ).toBe(403)
    const own = { 'content-type': 'application/json', cookie, origin: servers.urls().data }
    expect((await send('POST', RENEW, own, '{}')).status).toBe(200)
  })

  it('is never allowed to send cookies, or to read what they open', async () => {
    const { headers } = await send('OPTIONS', RENEW, {
      origin: 'https://evil.example.org',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    })
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    expect((await renew(await signIn())).headers.get('access-control-allow-credentials')).toBeNull()
  })
})

describe('a cookie', () => {
  it('is renewed by one of those who use it at once', async () => {
    const cookie = await signIn()
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => renew(cookie)))).map(
      ({ status }) => status,
    )
    expect(statuses.sort()).toEqual([200, 401, 401, 401, 401, 401, 401, 401])
  })

  it('that was stolen and used ends the session of both when the other is shown later', async () => {
    const cookie = await signIn()
    const stolen = await renew(cookie)
    const admin = await database.as('admin')
    await admin.query(
      "update auth.refresh_tokens set used_at = used_at - interval '11 seconds' where used_at is not null",
    )
    expect((await renew(cookie)).status).toBe(401)
    expect((await renew(stolen.cookie)).status).toBe(401)
  })

  it('opens nothing after the end of its session, and the other sessions go on', async () => {
    const [mine, other] = [await signIn(), await signIn()]
    expect((await send('DELETE', SESSION, { ...json, cookie: mine })).status).toBe(204)
    expect((await renew(mine)).status).toBe(401)
    expect((await renew(other)).status).toBe(200)
  })

  it('is no bearer, and a bearer is no cookie', async () => {
    const cookie = await signIn()
    const token = cookie.split('=')[1] ?? ''
    for (const path of ['/api/v2/alarmes', '/auth/api/v1/me', '/graphql']) {
      const headers = { cookie, authorization: `Bearer ${token}`, 'sis-key': 'hs', ...json }
      const { status } = await send(
        path === '/graphql' ? 'POST' : 'GET',
        path,
        headers,
        path === '/graphql' ? '{"query":"{ __typename }"}' : undefined,
      )
      expect({ path, status }).toEqual({ path, status: 401 })
      expect((await send('GET', path, { cookie, 'sis-key': 'hs' })).status).toBeOneOf([401, 405])
    }
    const { accessToken } = await servers.signIn('chef@example.org')
    expect((await renew(`caserne_session=${accessToken}`)).status).toBe(401)
  })

  it('is stored as a hash only, and stands in no log', async () => {
    const token = (await signIn()).split('=')[1] ?? ''
    await renew(`caserne_session=${token}`)
    expect(token).toMatch(/^[\w-]{40,}$/)
    expect(
      await look(database, 'select count(*)::integer from auth.refresh_tokens t where t::text like $1', [
        `%${token}%`,
      ]),
    ).toBe(0)
    expect(servers.log()).not.toContain(token)
  })
})

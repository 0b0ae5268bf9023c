import { describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { useServers } from '../support/servers.ts'

const database = useDatabase()
const servers = useServers(database, { TRUST_PROXY: 'loopback' })
const PATH = '/tableau/session'

/** Asks as a browser on a page of the board does. */
async function ask(path: string, method = 'POST', headers: Record<string, string> = {}, body: unknown = {}) {
  const response = await fetch(servers.urls().data + path, {
    method,
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const set = response.headers.getSetCookie().join()
  return {
    status: response.status,
    body: text === '' ? null : JSON.parse(text),
    set,
    cookie: set.split(';')[0] ?? '',
  }
}
const signIn = (password = 'caserne-demo') => ask(PATH, 'POST', {}, { email: 'chef@example.org', password })

describe('the session of the board', () => {
  it('keeps the refresh token in a cookie that scripts and other sites do not see', async () => {
    const { status, body, set } = await signIn()
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['accessToken', 'user'])
    expect(body.user.email).toBe('chef@example.org')
    expect(set).toMatch(
      /^caserne_session=[\w-]+; Max-Age=2592000; Path=\/tableau\/session; .*HttpOnly; SameSite=Strict$/,
    )
    const headers = { authorization: `Bearer ${body.accessToken}`, 'sis-key': 'hs' }
    expect((await fetch(`${servers.urls().data}/api/v2/alarmes`, { headers })).status).toBe(200)
  })

  it('is renewed by its cookie, once', async () => {
    const { cookie } = await signIn()
    const next = await ask(`${PATH}/renouvellement`, 'POST', { cookie })
    expect([next.status, next.body.user.email]).toEqual([200, 'chef@example.org'])
    expect(next.cookie).not.toBe(cookie)
    const again = await ask(`${PATH}/renouvellement`, 'POST', { cookie })
    expect(again).toMatchObject({ status: 401, body: { error: 'Refresh token expired' }, set: '' })
  })

  it('ends with its cookie', async () => {
    const { cookie } = await signIn()
    expect(await ask(PATH, 'DELETE', { cookie })).toMatchObject({
      status: 204,
      set: expect.stringMatching(/^caserne_session=;/),
    })
    expect((await ask(`${PATH}/renouvellement`, 'POST', { cookie })).status).toBe(401)
  })

  it('has a cookie over HTTPS that nobody can plant in the clear', async () => {
    const https = { 'x-forwarded-proto': 'https' }
    const credentials = { email: 'chef@example.org', password: 'caserne-demo' }
    const signedIn = await ask(PATH, 'POST', https, credentials)
    expect(signedIn.set).toMatch(/^__Secure-caserne_session=[\w-]+; .*HttpOnly; Secure; SameSite=Strict$/)
    const cookie = `caserne_session=planted; ${signedIn.cookie}`
    const next = await ask(`${PATH}/renouvellement`, 'POST', { ...https, cookie })
    expect([next.status, next.body.user.email]).toEqual([200, 'chef@example.org'])
    expect(next.set).toMatch(/^caserne_session=; .*,__Secure-caserne_session=[\w-]+;/)
    const [, secure = ''] = /(__Secure-[^;]+)/.exec(next.set) ?? []
    expect((await ask(`${PATH}/renouvellement`, 'POST', { cookie: secure })).status).toBe(204)
    expect((await ask(PATH, 'DELETE', { ...https, cookie: secure })).set).toMatch(
      /^__Secure-caserne_session=;/,
    )
    expect((await ask(`${PATH}/renouvellement`, 'POST', { ...https, cookie: secure })).status).toBe(401)
  })

  it('goes on over HTTPS where it began before that name', async () => {
    const { cookie } = await signIn()
    const next = await ask(`${PATH}/renouvellement`, 'POST', { 'x-forwarded-proto': 'https', cookie })
    expect([next.status, next.set]).toEqual([200, expect.stringContaining('__Secure-caserne_session=')])
  })

  it('says that there is none, where there is none', async () => {
    expect(await ask(`${PATH}/renouvellement`)).toMatchObject({ status: 204, body: null, set: '' })
  })

  it('refuses wrong credentials, and names missing ones', async () => {
    expect(await signIn('faux')).toMatchObject({
      status: 401,
      body: { error: 'invalid credentials' },
      set: '',
    })
    const missing = { email: ['Ce champ est obligatoire.'], password: ['Ce champ est obligatoire.'] }
    expect(await ask(PATH)).toMatchObject({ status: 401, body: { error: missing } })
    expect((await ask(PATH, 'PUT')).status).toBe(405)
  })

  it.each(['cross-site', 'same-site'])('refuses a request that comes from another site: %s', async (site) => {
    const { cookie } = await signIn()
    const refused = await ask(`${PATH}/renouvellement`, 'POST', { cookie, 'sec-fetch-site': site })
    expect(refused).toMatchObject({
      status: 403,
      body: { error: 'Requête refusée : elle vient d’un autre site' },
    })
    expect((await ask(`${PATH}/renouvellement`, 'POST', { cookie })).status).toBe(200)
  })
})

describe('the files of the board', () => {
  it('are kept for a year by browsers, under a path that changes with them', async () => {
    const { data } = servers.urls()
    const page = await (await fetch(`${data}/tableau`)).text()
    const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(page) ?? []
    const response = await fetch(data + script)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(await response.text()).toContain(`from '${script.replace('board.ts', 'lit-html/lit-html.js')}'`)
  })

  it.each(['tsconfig.json', '../../config.ts', '..%2f..%2fconfig.ts', 'lit-html/package.json', ''])(
    'are only those of the board: %s is unknown',
    async (path) => {
      const { data } = servers.urls()
      const [base = ''] = /\/tableau\/actifs\/\w+/.exec(await (await fetch(`${data}/`)).text()) ?? []
      expect((await fetch(`${data}${base}/${path}`)).status).toBe(404)
    },
  )
})

import { describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { doors, useServers } from '../support/servers.ts'
import { changeAccount, makeAccount } from '../support/users.ts'
import { sha256 } from '../worker/send/send_fixture.ts'

const database = useDatabase()
const servers = useServers(database)

const utc = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
const unknown = { status: 404, body: { error: 'Session inconnue' } }

let people = 0
/** A new account. */
async function someone(): Promise<string> {
  people += 1
  const email = `nina.${people}@example.org`
  await makeAccount(database, { email })
  return email
}

/** Signs in from a device; returns the answer. */
async function logIn(email: string, appareil: string) {
  return (await servers.logIn(email, undefined, { headers: { 'user-agent': appareil } })).body
}

const list = async (as: string) => (await servers.auth('/api/v1/sessions', { as })).body.data
const end = (id: unknown, as: string) => servers.auth(`/api/v1/sessions/${id}`, { method: 'DELETE', as })
const refresh = (token: string) => servers.post('/refresh-token', { token })

describe('the sessions of an account', () => {
  it.each(doors)('are listed by the %s server under %s', async (server, prefix) => {
    const email = await someone()
    const { accessToken } = await logIn(email, 'Tablette du CP')
    const headers = { authorization: `Bearer ${accessToken}` }
    const { status, body } = await servers[server](`${prefix}/sessions`, { headers })
    const times = { created_at: utc, last_used_at: utc, expires_at: utc }
    expect([status, body]).toEqual([
      200,
      { data: [{ id: expect.any(Number), appareil: 'Tablette du CP', ...times }] },
    ])
    const [{ last_used_at, expires_at }] = body.data
    expect(Date.parse(expires_at) - Date.parse(last_used_at)).toBe(30 * 24 * 3600 * 1000)
  })

  it('are one per login, last used first; a refresh adds none', async () => {
    const email = await someone()
    const tablet = await logIn(email, 'Tablette')
    await logIn(email, 'Portable')
    await servers.signIn(email)
    const devices = async () => (await list(email)).map(({ appareil }: { appareil: string }) => appareil)
    expect(await devices()).toEqual(['node', 'Portable', 'Tablette'])
    const before = (await list(email))[2]
    await refresh(tablet.refreshToken)
    expect(await devices()).toEqual(['Tablette', 'node', 'Portable'])
    const after = (await list(email))[0]
    expect([after.id, after.created_at]).toEqual([before.id, before.created_at])
    expect(after.last_used_at > before.last_used_at).toBe(true)
  })

  it('begin with a registration too', async () => {
    const email = 'inscrite@example.org'
    const { body } = await servers.post('/register', { name: 'Nina', email, password: 'un mot de passe' })
    const headers = { authorization: `Bearer ${body.accessToken}` }
    expect((await servers.auth('/api/v1/sessions', { headers })).body.data).toHaveLength(1)
  })

  it('disappear once they are ended, expired, or stolen', async () => {
    const email = await someone()
    await servers.signIn(email)
    const [out, old, stolen] = [await logIn(email, 'a'), await logIn(email, 'b'), await logIn(email, 'c')]
    await servers.post('/logout', { token: out.refreshToken })
    const owner = await database.as('owner')
    const shift = (token: string, change: string) =>
      owner.query(`update auth.refresh_tokens set ${change} where token_hash = $1`, [sha256(token)])
    await shift(old.refreshToken, 'expires_at = now()')
    await refresh(stolen.refreshToken)
    await shift(stolen.refreshToken, "used_at = now() - interval '11 seconds'")
    await refresh(stolen.refreshToken)
    expect(await list(email)).toMatchObject([{ appareil: 'node' }])
  })

  it('show a device by the name that it gave, up to 255 characters', async () => {
    const email = await someone()
    await logIn(email, `<b>Étrange</b> '";--${'x'.repeat(400)}`)
    await servers.signIn(email)
    const [, odd] = await list(email)
    expect(odd.appareil).toBe(`<b>Étrange</b> '";--${'x'.repeat(235)}`)
  })
})

describe('a session', () => {
  it.each(doors)(
    'is ended by the %s server under %s: its refresh token, and no other',
    async (server, prefix) => {
      const email = await someone()
      const [lost, kept] = [await logIn(email, 'Perdue'), await logIn(email, 'Gardée')]
      const headers = { authorization: `Bearer ${kept.accessToken}` }
      const { data } = (await servers[server](`${prefix}/sessions`, { headers })).body
      const id = data.find(({ appareil }: { appareil: string }) => appareil === 'Perdue').id
      const answer = await servers[server](`${prefix}/sessions/${id}`, { method: 'DELETE', headers })
      expect(answer).toMatchObject({ status: 204, body: null })
      expect((await refresh(lost.refreshToken)).status).toBe(401)
      expect((await refresh(kept.refreshToken)).status).toBe(200)
    },
  )

  it('of another account, unknown or ended is not found', async () => {
    const [email, other] = [await someone(), await someone()]
    const theirs = await logIn(other, 'À elle')
    await servers.signIn(other)
    const [{ id }] = await list(other)
    expect(await end(id, email)).toMatchObject(unknown)
    expect(await end(id, 'admin@example.org')).toMatchObject(unknown)
    expect(await end(9_007_199_254_740_991, email)).toMatchObject(unknown)
    expect((await refresh(theirs.refreshToken)).status).toBe(200)
    expect((await end(id, other)).status).toBe(204)
    expect(await end(id, other)).toMatchObject(unknown)
  })

  it.each([
    ['0', 'La valeur doit être d’au moins 1.'],
    ['-1', 'La valeur doit être d’au moins 1.'],
    ['abc', 'Ce champ doit être un nombre entier.'],
    ['1.5', 'Ce champ doit être un nombre entier.'],
    ['9007199254740992', 'La valeur ne doit pas dépasser 9007199254740991.'],
  ])('has an id, which %s is not', async (id, sentence) => {
    expect(await end(id, 'chef@example.org')).toMatchObject({
      status: 422,
      body: { error: { id: [sentence] } },
    })
  })
})

it('sessions are refused without a token, with an invalid one, and to a disabled account', async () => {
  const email = await someone()
  await servers.signIn(email)
  await changeAccount(database, email, 'disabled_at = now()')
  for (const how of [{}, { headers: { authorization: 'Bearer stale' } }, { as: email }])
    for (const ask of [how, { ...how, method: 'DELETE' }]) {
      const path = 'method' in ask ? '/api/v1/sessions/1' : '/api/v1/sessions'
      expect(await servers.auth(path, ask)).toMatchObject({ status: 401, body: { error: 'Accès refusé' } })
    }
})

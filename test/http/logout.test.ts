import { describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { doors, useServers } from '../support/servers.ts'
import { makeAccount } from '../support/users.ts'

const database = useDatabase()
const servers = useServers(database)

const logOut = (token: unknown) => servers.post('/logout', { token })
const refresh = (token: string) => servers.post('/refresh-token', { token })
const gone = { status: 204, body: null }
const over = { status: 401, body: { error: 'Refresh token expired' } }

async function logIn(): Promise<{ accessToken: string; refreshToken: string }> {
  return (await servers.logIn('chef@example.org')).body
}

describe('a logout', () => {
  it.each(doors)('at the %s server under %s ends its session, and no other', async (server, prefix) => {
    const [mine, other] = [await logIn(), await logIn()]
    const body = { token: mine.refreshToken }
    const answer = await servers[server](`${prefix}/logout`, { method: 'POST', body })
    expect(answer).toMatchObject(gone)
    expect(await refresh(mine.refreshToken)).toMatchObject(over)
    expect((await refresh(other.refreshToken)).status).toBe(200)
  })

  it('with a token that was exchanged ends the session too', async () => {
    const { refreshToken } = await logIn()
    const next = (await refresh(refreshToken)).body.refreshToken
    expect(await logOut(refreshToken)).toMatchObject(gone)
    expect(await refresh(next)).toMatchObject(over)
  })

  it('may be repeated, and is answered in the same way for an unknown token', async () => {
    const { refreshToken } = await logIn()
    for (const token of [refreshToken, refreshToken, 'x', '\0', 'A'.repeat(43)])
      expect(await logOut(token)).toMatchObject(gone)
  })

  it('keeps the access token valid to its end', async () => {
    const { accessToken, refreshToken } = await logIn()
    await logOut(refreshToken)
    const headers = { authorization: `Bearer ${accessToken}` }
    expect((await servers.auth('/api/v1/me', { headers })).status).toBe(200)
  })

  it('cannot be undone by a replay: the session stays ended', async () => {
    await makeAccount(database, { email: 'sortie@example.org' })
    const { refreshToken } = (await servers.logIn('sortie@example.org')).body
    await logOut(refreshToken)
    await logOut(refreshToken)
    expect(await refresh(refreshToken)).toMatchObject(over)
    expect((await servers.logIn('sortie@example.org')).status).toBe(200)
  })
})

it.each([
  [{}, 'Ce champ est obligatoire.'],
  ['', 'Ce champ est obligatoire.'],
  [{ token: '' }, 'Ce champ est obligatoire.'],
  [{ token: 7 }, 'Ce champ doit être un texte.'],
])('%j without the token is refused', async (body, sentence) => {
  expect(await servers.post('/logout', body)).toMatchObject({
    status: 422,
    body: { error: { token: [sentence] } },
  })
})

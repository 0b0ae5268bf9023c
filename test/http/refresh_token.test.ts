import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { doors, useServers } from '../support/servers.ts'
import { changeAccount, makeAccount } from '../support/users.ts'
import { sha256 } from '../worker/send/send_fixture.ts'

const database = useDatabase()
const servers = useServers(database)
// Another instance on the same database, as behind a load balancer.
const others = useServers(database)

const refresh = (token: string) => servers.post('/refresh-token', { token })
const over = { status: 401, body: { error: 'Refresh token expired' } }

async function logIn(email = 'chef@example.org'): Promise<{ accessToken: string; refreshToken: string }> {
  return (await servers.logIn(email)).body
}

/** Changes the row of a token, instead of waiting. */
async function shift(token: string, change: string): Promise<void> {
  const owner = await database.as('owner')
  const { rowCount } = await owner.query(`update auth.refresh_tokens set ${change} where token_hash = $1`, [
    sha256(token),
  ])
  expect(rowCount).toBe(1)
}

describe('a valid refresh token', () => {
  it.each(doors)(
    'is exchanged by the %s server under %s for an answer like that of a login',
    async (server, prefix) => {
      const { refreshToken } = await logIn()
      const signedIn = await servers.signIn('chef@example.org')
      const answer = await servers[server](`${prefix}/refresh-token`, {
        method: 'POST',
        body: { token: refreshToken },
      })
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual({
        message: 'Successful login',
        accessToken: expect.any(String),
        refreshToken: expect.stringMatching(/^[\w-]{43}$/),
        user: signedIn.user,
      })
      expect(answer.body.refreshToken).not.toBe(refreshToken)
      expect(decodeJwt(answer.body.accessToken).data).toEqual(decodeJwt(signedIn.accessToken).data)
    },
  )

  it('is valid for 30 days, and so is the next', async () => {
    const { refreshToken } = await logIn()
    const next = (await refresh(refreshToken)).body.refreshToken
    const owner = await database.as('owner')
    const { rows } = await owner.query(
      `select expires_at - issued_at = interval '30 days' as thirty, issued_at > now() - interval '1 minute' as now
         from auth.refresh_tokens where token_hash in ($1, $2)`,
      [sha256(refreshToken), sha256(next)],
    )
    expect(rows).toEqual([
      { thirty: true, now: true },
      { thirty: true, now: true },
    ])
  })

  it('is valid once, and the new one is valid', async () => {
    const { refreshToken } = await logIn()
    const { body } = await refresh(refreshToken)
    expect(await refresh(refreshToken)).toMatchObject(over)
    expect((await refresh(body.refreshToken)).status).toBe(200)
  })

  it('is valid once among 50 simultaneous uses at any instance', async () => {
    const { refreshToken: token } = await logIn()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => (n % 2 ? servers : others).post('/refresh-token', { token })),
    )
    const good = answers.filter(({ status }) => status === 200)
    expect(good).toHaveLength(1)
    expect(
      answers.filter(({ status, body }) => status === 401 && body.error === over.body.error),
    ).toHaveLength(49)
    expect((await refresh(good[0]?.body.refreshToken)).status).toBe(200)
  })

  it('gives the current rights, not those of the login', async () => {
    const id = await makeAccount(database, { email: 'promu@example.org' })
    const { accessToken, refreshToken } = await logIn('promu@example.org')
    expect(decodeJwt(accessToken).data).toMatchObject({ permissions: {} })
    await (await database.as('owner')).query(
      `insert into auth.user_roles (sis_key, user_id, role_id)
       select sis_key, $1, id from auth.roles where sis_key = 'hs' and nom = 'Consultation'`,
      [id],
    )
    expect(decodeJwt((await refresh(refreshToken)).body.accessToken).data).toMatchObject({
      permissions: { hs: ['exercice.lecture', 'intervention.lecture', 'sapeur.lecture'] },
    })
  })

  it('is accepted together with an expired access token, and with surrounding spaces', async () => {
    const { refreshToken } = await logIn()
    const headers = { authorization: 'Bearer a.b.c' }
    const answer = await servers.post('/refresh-token', { token: ` ${refreshToken}\n` }, { headers })
    expect(answer.status).toBe(200)
  })
})

describe('a used refresh token', () => {
  it('may be used again for 10 seconds, without effect and without harm', async () => {
    const { refreshToken } = await logIn()
    const { body } = await refresh(refreshToken)
    await shift(refreshToken, "used_at = used_at - interval '5 seconds'")
    expect(await refresh(refreshToken)).toMatchObject(over)
    expect((await refresh(body.refreshToken)).status).toBe(200)
  })

  it('ends its session when used again later, and no other session', async () => {
    const stolen = await logIn()
    const other = await logIn()
    const second = (await refresh(stolen.refreshToken)).body
    const third = (await refresh(second.refreshToken)).body
    await shift(stolen.refreshToken, "used_at = used_at - interval '11 seconds'")
    expect(await refresh(stolen.refreshToken)).toMatchObject(over)
    expect(await refresh(third.refreshToken)).toMatchObject(over)
    expect((await refresh(other.refreshToken)).status).toBe(200)
  })

  it('does the same after a restart of the servers', async () => {
    const [soon, late, other] = [await logIn(), await logIn(), await logIn()]
    const next = {
      soon: (await refresh(soon.refreshToken)).body.refreshToken,
      late: (await refresh(late.refreshToken)).body.refreshToken,
    }
    await servers.restart()
    await shift(late.refreshToken, "used_at = used_at - interval '11 seconds'")
    expect(await refresh(soon.refreshToken)).toMatchObject(over)
    expect(await refresh(late.refreshToken)).toMatchObject(over)
    expect(await refresh(next.late)).toMatchObject(over)
    expect((await refresh(next.soon)).status).toBe(200)
    expect((await refresh(other.refreshToken)).status).toBe(200)
    const headers = { authorization: `Bearer ${other.accessToken}` }
    expect((await servers.auth('/api/v1/me', { headers })).status).toBe(200)
  })
})

describe('a refresh token', () => {
  it('that has expired is refused', async () => {
    const { refreshToken } = await logIn()
    await shift(refreshToken, 'expires_at = now()')
    expect(await refresh(refreshToken)).toMatchObject(over)
  })

  it('of an ended session is refused', async () => {
    const { refreshToken } = await logIn()
    const owner = await database.as('owner')
    await owner.query(
      `update auth.sessions set revoked_at = now()
        where id = (select session_id from auth.refresh_tokens where token_hash = $1)`,
      [sha256(refreshToken)],
    )
    expect(await refresh(refreshToken)).toMatchObject(over)
  })

  it('that is unknown is refused, and so is an access token', async () => {
    const { accessToken } = await logIn()
    for (const token of ['x', '\0', 'A'.repeat(43), accessToken])
      expect(await refresh(token)).toMatchObject(over)
  })

  it('of a disabled account is refused, with the required scheme', async () => {
    await makeAccount(database, { email: 'parti@example.org' })
    const { refreshToken } = await logIn('parti@example.org')
    await changeAccount(database, 'parti@example.org', 'disabled_at = now()')
    const answer = await refresh(refreshToken)
    expect(answer).toMatchObject(over)
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })
})

describe('input', () => {
  const required = { token: ['Ce champ est obligatoire.'] }

  it.each([{}, { token: '' }, ''])('%j without the token is refused under 401, by field', async (body) => {
    expect(await servers.post('/refresh-token', body)).toMatchObject({
      status: 401,
      body: { error: required },
    })
  })

  it('that is no JSON, of another type or too large is refused', async () => {
    const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    expect((await servers.post('/refresh-token', '{')).status).toBe(400)
    expect((await servers.post('/refresh-token', 'token=x', form)).status).toBe(415)
    expect((await servers.post('/refresh-token', { token: 'x'.repeat(1024 * 1024) })).status).toBe(413)
  })
})

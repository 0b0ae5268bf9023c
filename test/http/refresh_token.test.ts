import { createHash } from 'node:crypto'
import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { changeAccount, makeAccount } from '../support/accounts.ts'
import { useDatabase } from '../support/database.ts'
import { useServers } from '../support/servers.ts'

const database = useDatabase()
const servers = useServers(database)

const sha256 = (text: string) => createHash('sha256').update(text).digest()
const post = (body: unknown, headers: Record<string, string> = {}) =>
  servers.auth('/api/v1/refresh-token', { method: 'POST', body, headers })
const refresh = (token: string) => post({ token })
const over = { status: 401, body: { error: 'Refresh token expired' } }

async function logIn(email = 'chef@example.org'): Promise<{ accessToken: string; refreshToken: string }> {
  const body = { email, password: 'caserne-demo' }
  return (await servers.auth('/api/v1/login', { method: 'POST', body })).body
}

/** Changes the row of a token, instead of waiting. */
async function shift(token: string, change: string): Promise<void> {
  const owner = await database.as('owner')
  const { rowCount } = await owner.query(`update auth.refresh_tokens set ${change} where token_hash = $1`, [
    sha256(token),
  ])
  expect(rowCount).toBe(1)
}

describe('a good refresh token', () => {
  it.each([
    ['auth', '/api/v1'],
    ['auth', '/auth/api/v1'],
    ['data', '/api/v1'],
    ['data', '/auth/api/v1'],
  ] as const)('is exchanged by the %s server under %s for what a login answers', async (server, prefix) => {
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
  })

  it('lives 30 days', async () => {
    const { refreshToken } = await logIn()
    const { rows } = await (await database.as('owner')).query(
      "select expires_at - issued_at = interval '30 days' as thirty from auth.refresh_tokens where token_hash = $1",
      [sha256(refreshToken)],
    )
    expect(rows).toEqual([{ thirty: true }])
  })

  it('is good once, and the new one is good', async () => {
    const { refreshToken } = await logIn()
    const { body } = await refresh(refreshToken)
    expect(await refresh(refreshToken)).toMatchObject(over)
    expect((await refresh(body.refreshToken)).status).toBe(200)
  })

  it('is good once of 20 simultaneous uses', async () => {
    const { refreshToken } = await logIn()
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(refreshToken)))
    const good = answers.filter(({ status }) => status === 200)
    expect(good).toHaveLength(1)
    expect(
      answers.filter(({ status, body }) => status === 401 && body.error === over.body.error),
    ).toHaveLength(19)
    expect((await refresh(good[0]?.body.refreshToken)).status).toBe(200)
  })

  it('brings the rights of now, not those of the login', async () => {
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

  it('is taken together with a stale Authorization header', async () => {
    const { refreshToken } = await logIn()
    expect((await post({ token: refreshToken }, { authorization: 'Bearer a.b.c' })).status).toBe(200)
  })
})

describe('a refresh token', () => {
  it('that was used may be shown again for 10 seconds, to no avail and no harm', async () => {
    const { refreshToken } = await logIn()
    const { body } = await refresh(refreshToken)
    await shift(refreshToken, "used_at = used_at - interval '9 seconds'")
    expect(await refresh(refreshToken)).toMatchObject(over)
    expect((await refresh(body.refreshToken)).status).toBe(200)
  })

  it('that is shown again later ends its login, but not another one', async () => {
    const stolen = await logIn()
    const other = await logIn()
    const second = (await refresh(stolen.refreshToken)).body
    const third = (await refresh(second.refreshToken)).body
    await shift(stolen.refreshToken, "used_at = used_at - interval '11 seconds'")
    expect(await refresh(stolen.refreshToken)).toMatchObject(over)
    expect(await refresh(third.refreshToken)).toMatchObject(over)
    expect((await refresh(other.refreshToken)).status).toBe(200)
  })

  it.each([
    ['that has expired', 'expires_at = now()'],
    ['that was revoked', 'revoked_at = now()'],
  ])('%s is refused', async (_what, change) => {
    const { refreshToken } = await logIn()
    await shift(refreshToken, change)
    expect(await refresh(refreshToken)).toMatchObject(over)
  })

  it('that nobody was given is refused, an access token too', async () => {
    const { accessToken } = await logIn()
    for (const token of ['x', '\0', 'A'.repeat(43), accessToken])
      expect(await refresh(token)).toMatchObject(over)
  })

  it('of an account that was disabled is refused', async () => {
    await makeAccount(database, { email: 'parti@example.org' })
    const { refreshToken } = await logIn('parti@example.org')
    await changeAccount(database, 'parti@example.org', 'disabled_at = now()')
    expect(await refresh(refreshToken)).toMatchObject(over)
  })

  it('stands nowhere in the database', async () => {
    const { accessToken, refreshToken } = await logIn()
    const { body } = await refresh(refreshToken)
    const admin = await database.as('admin')
    const { rows: tables } = await admin.query(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    expect(tables.map(({ name }) => name)).toContain('auth.refresh_tokens')
    for (const secret of [refreshToken, body.refreshToken, accessToken, 'caserne-demo']) {
      const hex = Buffer.from(secret).toString('hex')
      for (const { name } of tables) {
        const found = await admin.query(
          `select from ${name} t where position($1 in t::text) > 0 or position($2 in t::text) > 0`,
          [secret, hex],
        )
        expect([name, found.rowCount]).toEqual([name, 0])
      }
    }
  })
})

describe('input', () => {
  it.each([{}, { token: '' }, ''])('%j without the token is refused under 401, by field', async (body) => {
    expect(await post(body)).toMatchObject({
      status: 401,
      body: { error: { token: ['Ce champ est obligatoire.'] } },
    })
  })

  it('that is no JSON, of another type or too large is refused', async () => {
    expect((await post('{')).status).toBe(400)
    expect((await post('token=x', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415)
    expect((await post({ token: 'x'.repeat(1024 * 1024) })).status).toBe(413)
  })
})

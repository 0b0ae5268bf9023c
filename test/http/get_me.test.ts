import { describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { doors, useServers } from '../support/servers.ts'
import { claims, forge } from '../support/tokens.ts'
import { changeAccount, makeAccount } from '../support/users.ts'

const database = useDatabase()
const servers = useServers(database)

const denied = { status: 401, body: { error: 'Accès refusé' } }
const me = (authorization?: string) =>
  servers.auth('/api/v1/me', { headers: authorization === undefined ? {} : { authorization } })

describe('one’s own account', () => {
  it.each(doors)('is shown by the %s server under %s, without a Sis-Key', async (server, prefix) => {
    const { user } = await servers.signIn('chef@example.org')
    const { status, body } = await servers[server](`${prefix}/me`, { as: 'chef@example.org' })
    expect([status, body]).toEqual([200, { data: user }])
    expect(Object.keys(body.data)).toEqual([
      'id',
      'name',
      'email',
      'email_verified_at',
      'created_at',
      'updated_at',
    ])
  })

  it('is shown in its current state, not that of the token', async () => {
    await makeAccount(database, { email: 'mariee@example.org', name: 'Nina Neuve' })
    const { accessToken } = (await servers.logIn('mariee@example.org')).body
    await changeAccount(database, 'mariee@example.org', "name = 'Nina Vieille'")
    expect((await me(`Bearer ${accessToken}`)).body.data.name).toBe('Nina Vieille')
  })

  it('is shown to an account without rights, with any Sis-Key', async () => {
    for (const sis of ['hs', 'nulle-part', '']) {
      const { body } = await servers.auth('/api/v1/me', { as: 'nouveau@example.org', sis })
      expect(body.data).toMatchObject({ name: 'Nouvelle Venue', email_verified_at: null })
    }
  })
})

describe('one’s own account is refused', () => {
  it('without a token', async () => {
    const answer = await me()
    expect(answer).toMatchObject(denied)
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })

  it('with a token that is invalid or expired, or with a refresh token', async () => {
    const past = { iat: 1_700_000_000, nbf: 1_699_999_990, exp: 1_700_028_800, data: claims() }
    const { refreshToken } = (await servers.logIn('chef@example.org')).body
    const answers = [
      await me('Bearer stale'),
      await me(`Bearer ${refreshToken}`),
      await me(`Basic ${Buffer.from('chef@example.org:caserne-demo').toString('base64')}`),
      await me(`Bearer ${await forge(servers.key, { payload: past })}`),
    ]
    const expired = { status: 401, body: { error: 'Token expiré' } }
    expect(answers).toMatchObject([denied, denied, denied, expired])
    for (const { headers } of answers)
      expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
  })

  it('at once when the account is disabled or deleted', async () => {
    await makeAccount(database, { email: 'partie@example.org' })
    const { accessToken } = (await servers.logIn('partie@example.org')).body
    expect((await me(`Bearer ${accessToken}`)).status).toBe(200)
    await changeAccount(database, 'partie@example.org', 'disabled_at = now()')
    expect(await me(`Bearer ${accessToken}`)).toMatchObject(denied)
    const nobody = await forge(servers.key, { payload: { data: claims({ id: 999_999 }) } })
    expect(await me(`Bearer ${nobody}`)).toMatchObject(denied)
  })
})

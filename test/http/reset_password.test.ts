import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { tokenFor, waitingMails } from '../support/mail_readback.ts'
import { doors, useServers } from '../support/servers.ts'
import { changeAccount, makeAccount } from '../support/users.ts'
import { sha256 } from '../worker/send/send_fixture.ts'

const database = useDatabase()
const servers = useServers(database)

const password = 'tout neuf'
const reset = (token: string, more: object = {}) =>
  servers.post('/reset-password', { token, password, ...more })
const done = { status: 200, body: { message: 'Mot de passe réinitialisé avec succès' } }
const refused = { status: 401, body: { error: 'Jeton invalide ou expiré' } }

let people = 0
/** A new account that may read alarms in `hs`, and has forgotten its password. */
async function forgetful(): Promise<{ email: string; token: string }> {
  people += 1
  const email = `nina.${people}@example.org`
  await makeAccount(database, { email, permissions: { hs: ['intervention.lecture'] } })
  return { email, token: await tokenFor(database, 'reinitialisation', email) }
}

const alarmsWith = async (accessToken: string) => {
  const headers = { authorization: `Bearer ${accessToken}` }
  const { status, body } = await servers.data('/api/v2/alarmes', { sis: 'hs', headers })
  return [status, body.error]
}

describe('a reset', () => {
  it.each(doors)('succeeds at the %s server under %s', async (server, prefix) => {
    const { email, token } = await forgetful()
    const body = { token, password, password_confirmation: password }
    expect(await servers[server](`${prefix}/reset-password`, { method: 'POST', body })).toMatchObject(done)
    expect((await servers.logIn(email, password)).status).toBe(200)
    expect((await servers.logIn(email)).body).toEqual({ error: 'invalid credentials' })
    expect(await waitingMails(database)).toContainEqual({ genre: 'mot_de_passe_change', email })
  })

  it('ends every session of the account, and of no other', async () => {
    const { email, token } = await forgetful()
    const mine = [await servers.logIn(email), await servers.logIn(email)]
    const other = await servers.logIn('chef@example.org')
    expect(await reset(token)).toMatchObject(done)
    const refresh = async ({ body }: (typeof mine)[0]) =>
      (await servers.post('/refresh-token', { token: body.refreshToken })).status
    expect(await Promise.all([...mine, other].map(refresh))).toEqual([401, 401, 200])
  })

  it('ends access tokens at once, even of the same second, and no later one', async () => {
    // Several times, because a second may pass during one of them.
    for (let round = 0; round < 5; round += 1) {
      const { email, token } = await forgetful()
      const before = (await servers.logIn(email)).body.accessToken
      expect(await alarmsWith(before)).toEqual([200, undefined])
      await reset(token)
      const after = (await servers.logIn(email, password)).body.accessToken
      expect(await alarmsWith(before)).toEqual([401, 'Accès refusé'])
      expect(await alarmsWith(after)).toEqual([200, undefined])
      const { iat = 0, nbf = 0, exp = 0 } = decodeJwt(after)
      expect([iat - nbf, exp - iat]).toEqual([10, 28_800])
      expect(iat - Date.now() / 1000).toBeLessThanOrEqual(1)
    }
  })

  it('invalidates the other reset tokens of the account, and keeps its confirmation', async () => {
    const { email, token } = await forgetful()
    const second = await tokenFor(database, 'reinitialisation', email)
    const confirmation = await tokenFor(database, 'confirmation', email)
    expect(await reset(token)).toMatchObject(done)
    expect(await reset(second)).toMatchObject(refused)
    expect((await servers.post('/confirmer-email', { token: confirmation })).status).toBe(200)
  })
})

describe('a reset token', () => {
  it('is valid once', async () => {
    const { email, token } = await forgetful()
    expect(await reset(token)).toMatchObject(done)
    expect(await reset(token, { password: 'une autre fois' })).toMatchObject(refused)
    expect((await servers.logIn(email, password)).status).toBe(200)
  })

  it('is valid once among 10 simultaneous uses, and the password is that of the accepted one', async () => {
    const { email, token } = await forgetful()
    const choices = Array.from({ length: 10 }, (_, n) => `mot de passe ${n}`)
    const answers = await Promise.all(choices.map((each) => reset(token, { password: each })))
    const good = answers.flatMap(({ status }, n) => (status === 200 ? [n] : []))
    expect(good).toHaveLength(1)
    expect(answers.filter(({ status }) => status !== 200)).toMatchObject(Array(9).fill(refused))
    expect((await servers.logIn(email, choices[good[0] ?? 0])).status).toBe(200)
  })

  it('is valid for an hour', async () => {
    const { token } = await forgetful()
    const owner = await database.as('owner')
    const { rows } = await owner.query(
      `select expires_at between now() + interval '59 minutes' and now() + interval '1 hour' as hour
         from auth.tokens where token_hash = $1`,
      [sha256(token)],
    )
    expect(rows).toEqual([{ hour: true }])
    await owner.query('update auth.tokens set expires_at = clock_timestamp() where token_hash = $1', [
      sha256(token),
    ])
    expect(await reset(token)).toMatchObject(refused)
  })

  it.each([
    [
      'a weak password',
      { password: 'court' },
      'password',
      'Le mot de passe doit compter au moins 8 caractères.',
    ],
    [
      'a different confirmation',
      { password_confirmation: 'tout neuve' },
      'password_confirmation',
      'Les deux mots de passe sont différents.',
    ],
  ])('is kept after %s', async (_what, more, field, sentence) => {
    const { email, token } = await forgetful()
    const { accessToken } = (await servers.logIn(email)).body
    expect(await reset(token, more)).toMatchObject({ status: 422, body: { error: { [field]: [sentence] } } })
    expect(await alarmsWith(accessToken)).toEqual([200, undefined])
    expect(await reset(token)).toMatchObject(done)
  })

  it('that is unknown is refused, before the password is checked', async () => {
    for (const token of ['x', '\0', 'A'.repeat(43)]) {
      const answer = await reset(token, { password: 'court' })
      expect(answer).toMatchObject(refused)
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    }
  })

  it('cannot be a token of another kind', async () => {
    const { email } = await forgetful()
    const { refreshToken, accessToken } = (await servers.logIn(email)).body
    const confirmation = await tokenFor(database, 'confirmation', email)
    for (const token of [confirmation, refreshToken, accessToken])
      expect(await reset(token)).toMatchObject(refused)
  })

  it('of a disabled account is refused, and does not enable it', async () => {
    const { email, token } = await forgetful()
    await changeAccount(database, email, 'disabled_at = now()')
    expect(await reset(token)).toMatchObject(refused)
    expect((await servers.logIn(email, password)).status).toBe(401)
  })
})

it('a refusal names all faulty fields at once', async () => {
  const required = ['Ce champ est obligatoire.']
  expect(await servers.post('/reset-password', {})).toMatchObject({
    status: 422,
    body: { error: { token: required, password: required } },
  })
  expect(await servers.post('/reset-password', { token: 7, password: {} })).toMatchObject({
    status: 422,
    body: { error: { token: ['Ce champ doit être un texte.'], password: ['Ce champ doit être un texte.'] } },
  })
})

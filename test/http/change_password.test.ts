import { describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { tokenFor, useMails, waitingMails } from '../support/mail_readback.ts'
import { doors, useServers } from '../support/servers.ts'
import { forge } from '../support/tokens.ts'
import { changeAccount, makeAccount } from '../support/users.ts'

const database = useDatabase()
const servers = useServers(database)
const mails = useMails(database)

const old = 'caserne-demo'
const next = 'tout neuf'
const done = { status: 200, body: { message: 'Modification effectuée avec succès' } }
const denied = { status: 401, body: { error: 'Accès refusé' } }
const wrong = { status: 401, body: { error: 'Identifiants invalides' } }
const change = (body: object, accessToken?: string) =>
  servers.post('/change-password', body, {
    headers: accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` },
  })

let people = 0
/** A new account that may read alarms in `hs`, signed in. */
async function someone(): Promise<{ email: string; accessToken: string; refreshToken: string }> {
  people += 1
  const email = `nina.${people}@example.org`
  await makeAccount(database, { email, permissions: { hs: ['intervention.lecture'] } })
  return { email, ...(await servers.logIn(email)).body }
}

const alarmsWith = async (accessToken: string) => {
  const headers = { authorization: `Bearer ${accessToken}` }
  return (await servers.data('/api/v2/alarmes', { sis: 'hs', headers })).status
}

describe('a change of password', () => {
  it.each(doors)('succeeds at the %s server under %s, with a token', async (server, prefix) => {
    const { email, accessToken } = await someone()
    const headers = { authorization: `Bearer ${accessToken}` }
    const body = { password: old, new_password: next, new_password_confirmation: next }
    const ask = { method: 'POST', body, headers }
    expect(await servers[server](`${prefix}/change-password`, ask)).toMatchObject(done)
    expect((await servers.logIn(email, next)).status).toBe(200)
    expect((await servers.logIn(email, old)).body).toEqual({ error: 'invalid credentials' })
  })

  it.each(doors)('succeeds at the %s server under %s, by e-mail', async (server, prefix) => {
    const { email } = await someone()
    const body = { email: ` ${email.toUpperCase()} `, password: old, new_password: next }
    expect(await servers[server](`${prefix}/change-password`, { method: 'POST', body })).toMatchObject(done)
    expect((await servers.logIn(email, next)).status).toBe(200)
  })

  it('accepts current_password instead of password', async () => {
    const [bearer, named] = [await someone(), await someone()]
    const body = { current_password: old, new_password: next }
    expect(await change(body, bearer.accessToken)).toMatchObject(done)
    expect(await change({ ...body, email: named.email })).toMatchObject(done)
  })

  it('concerns the account of the token, whatever e-mail the body names', async () => {
    const [asking, named] = [await someone(), await someone()]
    const body = { email: named.email, password: old, new_password: next }
    expect(await change(body, asking.accessToken)).toMatchObject(done)
    expect((await servers.logIn(asking.email, next)).status).toBe(200)
    expect((await servers.logIn(named.email, old)).status).toBe(200)
  })

  it('ends all earlier tokens at once; a login right after it works', async () => {
    // Several times, because a second may pass during one of them.
    for (let round = 0; round < 5; round += 1) {
      const { email, accessToken, refreshToken } = await someone()
      const reset = await tokenFor(database, 'reinitialisation', email)
      expect(await alarmsWith(accessToken)).toBe(200)
      const fresh = (await servers.logIn(email)).body
      expect(await change({ password: old, new_password: next }, fresh.accessToken)).toMatchObject(done)
      expect([await alarmsWith(accessToken), await alarmsWith(fresh.accessToken)]).toEqual([401, 401])
      for (const token of [refreshToken, fresh.refreshToken])
        expect((await servers.post('/refresh-token', { token })).status).toBe(401)
      expect((await servers.post('/reset-password', { token: reset, password: old })).status).toBe(401)
      expect(await alarmsWith((await servers.logIn(email, next)).body.accessToken)).toBe(200)
    }
  })

  it('is reported by mail, without any link', async () => {
    const { email, accessToken } = await someone()
    await change({ password: old, new_password: next }, accessToken)
    await mails.work()
    const [mail, ...more] = await mails.to(email)
    expect([mail?.subject, more]).toEqual(['Votre mot de passe a été changé', []])
    expect(mail?.text).not.toMatch(/token|http/)
  })
})

describe('a change of password is refused', () => {
  it('with a token that is invalid, expired or revoked, or of a disabled account', async () => {
    const { email, accessToken } = await someone()
    const body = { email, password: old, new_password: next }
    const past = { iat: 1_700_000_000, nbf: 1_699_999_990, exp: 1_700_028_800 }
    const revoked = (await someone()).accessToken
    await changeAccount(
      database,
      `nina.${people}@example.org`,
      "tokens_valid_from = now() + interval '1 second'",
    )
    const gone = await someone()
    await changeAccount(database, gone.email, 'disabled_at = now()')
    const answers = [
      await change(body, 'stale'),
      await change(body, await forge(servers.key, { payload: past })),
      await change(body, revoked),
      await change(body, gone.accessToken),
      await change(body, `${accessToken}x`),
    ]
    const expired = { status: 401, body: { error: 'Token expiré' } }
    expect(answers).toMatchObject([denied, expired, denied, denied, denied])
    for (const { headers } of answers)
      expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
    expect((await servers.logIn(email, old)).status).toBe(200)
  })

  it('without token and e-mail', async () => {
    const answer = await change({ password: old, new_password: next })
    expect(answer).toMatchObject(denied)
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })

  it.each([
    ['wrong', 'caserne-dem0'],
    ['right except for a space', 'caserne-demo '],
    ['right except for its end', 'caserne-demo\0'],
    ['the new password', next],
  ])('when the current password is %s', async (_what, password) => {
    const { email, accessToken, refreshToken } = await someone()
    for (const answer of [
      await change({ password, new_password: next }, accessToken),
      await change({ email, password, new_password: next }),
    ]) {
      expect(answer).toMatchObject(wrong)
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    }
    expect((await servers.logIn(email, old)).status).toBe(200)
    expect((await servers.post('/refresh-token', { token: refreshToken })).status).toBe(200)
  })

  it('by an unknown e-mail or that of a disabled account, with the message for a wrong password', async () => {
    const { email } = await someone()
    await changeAccount(database, email, 'disabled_at = now()')
    for (const each of [email, 'inconnue@example.org', 'pas une adresse', `${email}\0`, '%'])
      expect(await change({ email: each, password: old, new_password: next })).toMatchObject(wrong)
  })

  it('when the confirmation differs from the new password', async () => {
    const { email, accessToken } = await someone()
    const body = { password: old, new_password: next, new_password_confirmation: 'tout neuve' }
    const error = { new_password_confirmation: ['Les deux mots de passe sont différents.'] }
    expect(await change(body, accessToken)).toMatchObject({ status: 422, body: { error } })
    expect((await servers.logIn(email, old)).status).toBe(200)
  })

  it('with fields that are missing or of another type', async () => {
    const { accessToken } = await someone()
    const required = ['Ce champ est obligatoire.']
    expect(await change({}, accessToken)).toMatchObject({
      status: 422,
      body: { error: { new_password: required } },
    })
    expect(await change({ new_password: next }, accessToken)).toMatchObject({
      status: 422,
      body: { error: { password: required } },
    })
    const text = ['Ce champ doit être un texte.']
    expect(await change({ password: 1, new_password: 2 }, accessToken)).toMatchObject({
      status: 422,
      body: { error: { password: text, new_password: text } },
    })
  })

  it('without a mail', async () => {
    const { email, accessToken } = await someone()
    await change({ password: 'faux', new_password: next }, accessToken)
    await change({ password: old, new_password: 'court' }, accessToken)
    expect(await waitingMails(database)).not.toContainEqual({ genre: 'mot_de_passe_change', email })
  })
})

describe('an account that changes its password with a token', () => {
  it('continues with new tokens, while all older ones have ended', async () => {
    const { email, accessToken, refreshToken } = await someone()
    const elsewhere = (await servers.logIn(email)).body
    const { status, body } = await change({ password: old, new_password: next }, accessToken)
    expect([status, Object.keys(body).sort()]).toEqual([200, ['accessToken', 'message', 'refreshToken']])
    expect(await alarmsWith(body.accessToken)).toBe(200)
    for (const each of [accessToken, elsewhere.accessToken]) expect(await alarmsWith(each)).toBe(401)
    for (const token of [refreshToken, elsewhere.refreshToken])
      expect((await servers.post('/refresh-token', { token })).status).toBe(401)
    expect((await servers.post('/refresh-token', { token: body.refreshToken })).status).toBe(200)
    const headers = { authorization: `Bearer ${body.accessToken}`, 'user-agent': 'Tablette' }
    expect((await servers.auth('/api/v1/sessions', { headers })).body.data).toHaveLength(1)
  })

  it('gets no token when the current password is wrong, nor when it gave its e-mail instead', async () => {
    const { email, accessToken } = await someone()
    expect(await change({ password: 'autre', new_password: next }, accessToken)).toMatchObject(wrong)
    expect(await alarmsWith(accessToken)).toBe(200)
    const { body } = await change({ email, password: old, new_password: next })
    expect(body).toEqual(done.body)
  })
})

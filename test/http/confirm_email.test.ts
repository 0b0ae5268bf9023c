import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { tokenFor, useMails } from '../support/mail_readback.ts'
import { doors, useServers } from '../support/servers.ts'
import { changeAccount, makeAccount } from '../support/users.ts'
import { sha256, tokenIn } from '../worker/send/send_fixture.ts'

const database = useDatabase()
const servers = useServers(database)
const mails = useMails(database)

const confirm = (token: string) => servers.post('/confirmer-email', { token })
const refused = { status: 401, body: { error: 'Jeton de confirmation invalide ou expiré' } }
const utc = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)

let people = 0
/** A new, unverified account: its e-mail, and a token for it. */
async function newcomer(): Promise<{ email: string; token: string }> {
  people += 1
  const email = `nina.${people}@example.org`
  await makeAccount(database, { email })
  return { email, token: await tokenFor(database, 'confirmation', email) }
}

async function shift(token: string, change: string): Promise<void> {
  const owner = await database.as('owner')
  const { rowCount } = await owner.query(`update auth.tokens set ${change} where token_hash = $1`, [
    sha256(token),
  ])
  expect(rowCount).toBe(1)
}

describe('a confirmation', () => {
  it.each(doors)('succeeds at the %s server under %s', async (server, prefix) => {
    const { email, token } = await newcomer()
    const answer = await servers[server](`${prefix}/confirmer-email`, { method: 'POST', body: { token } })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      message: 'Email validé',
      accessToken: expect.any(String),
      user: {
        id: expect.any(Number),
        name: email,
        email,
        email_verified_at: utc,
        created_at: utc,
        updated_at: utc,
      },
    })
    expect(decodeJwt(answer.body.accessToken).data).toMatchObject({ validated: true, email, permissions: {} })
    const headers = { authorization: `Bearer ${answer.body.accessToken}` }
    expect((await servers.auth('/api/v1/me', { headers })).body).toEqual({ data: answer.body.user })
  })

  it('with the token of the mail verifies the account that was registered', async () => {
    const email = 'Nouvelle.Recrue@example.org'
    const password = 'un mot de passe'
    await servers.post('/register', { name: 'Nina Neuve', email, password })
    await mails.work()
    const [mail, ...more] = await mails.to(email)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Confirmez votre adresse e-mail')
    expect(mail?.text).toContain('Bonjour Nina Neuve,')
    expect(mail?.text).toContain(`https://app.example.org/confirmation?token=${tokenIn(mail)}`)
    const { status, body } = await confirm(tokenIn(mail))
    expect([status, body.user.email]).toEqual([200, email])
    expect((await servers.logIn(email, password)).body.user.email_verified_at).toEqual(utc)
  })

  it('links the account to the sapeur with its e-mail', async () => {
    const { email, token } = await newcomer()
    const owner = await database.as('owner')
    const { rows } = await owner.query(
      `select s.id::integer from request.open(null, 'hs', '{sapeur.lecture}', null), app.sapeurs s
        where s.nom_prenom = 'Erard Fabienne'`,
    )
    const id = rows[0]?.id
    await (await database.as('admin')).query(
      `update app.particularites set email = upper($1) from request.open(null, $2, '{utilisateur.tout}', null)
        where sis_key = $2 and sapeur_id = $3`,
      [email, 'hs', id],
    )
    const { accessToken } = (await confirm(token)).body
    expect(decodeJwt(accessToken).data).toMatchObject({ sapeurs: { hs: id }, mobiles: [] })
  })

  it('keeps the refresh token of the registration valid, which then reports the account as verified', async () => {
    const { email, token } = await newcomer()
    const { refreshToken } = (await servers.logIn(email)).body
    await confirm(token)
    const { accessToken } = (await servers.post('/refresh-token', { token: refreshToken })).body
    expect(decodeJwt(accessToken).data).toMatchObject({ validated: true })
  })
})

describe('a confirmation token', () => {
  it('is valid once, and invalidates the others of its account', async () => {
    const { email, token } = await newcomer()
    const second = await tokenFor(database, 'confirmation', email)
    expect((await confirm(second)).status).toBe(200)
    expect(await confirm(second)).toMatchObject(refused)
    expect(await confirm(token)).toMatchObject(refused)
  })

  it('is valid once among 10 simultaneous uses', async () => {
    const { token } = await newcomer()
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 401)).toMatchObject(Array(9).fill(refused))
  })

  it('is valid for 30 days', async () => {
    const { token } = await newcomer()
    const owner = await database.as('owner')
    const { rows } = await owner.query(
      `select expires_at between now() + interval '30 days' - interval '1 minute' and now() + interval '30 days' as thirty
         from auth.tokens where token_hash = $1`,
      [sha256(token)],
    )
    expect(rows).toEqual([{ thirty: true }])
    await shift(token, 'expires_at = clock_timestamp()')
    expect(await confirm(token)).toMatchObject(refused)
  })

  it('that is unknown is refused, with the required scheme', async () => {
    for (const token of ['x', '\0', 'A'.repeat(43), '" or 1=1 --']) {
      const answer = await confirm(token)
      expect(answer).toMatchObject(refused)
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    }
  })

  it('cannot be a token of another kind', async () => {
    const { email } = await newcomer()
    const { refreshToken, accessToken } = (await servers.logIn(email)).body
    const reset = await tokenFor(database, 'reinitialisation', email)
    for (const token of [reset, refreshToken, accessToken])
      expect(await confirm(token)).toMatchObject(refused)
    expect((await servers.post('/reset-password', { token: reset, password: 'tout autre' })).status).toBe(200)
  })

  it('of an account that was disabled is refused', async () => {
    const { email, token } = await newcomer()
    await changeAccount(database, email, 'disabled_at = now()')
    expect(await confirm(token)).toMatchObject(refused)
  })
})

describe('input', () => {
  const required = ['Ce champ est obligatoire.']

  it.each([{}, { token: '' }, { token: '   ' }, ''])('%j without the token is refused', async (body) => {
    expect(await servers.post('/confirmer-email', body)).toMatchObject({
      status: 422,
      body: { error: { token: required } },
    })
  })

  it('of another type is refused, and so is another method', async () => {
    expect(await servers.post('/confirmer-email', { token: 7 })).toMatchObject({
      status: 422,
      body: { error: { token: ['Ce champ doit être un texte.'] } },
    })
    expect((await servers.auth('/api/v1/confirmer-email?token=x')).status).toBe(405)
  })
})

import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { useMails, waitingMails } from '../support/mail_readback.ts'
import { doors, useServers } from '../support/servers.ts'
import { forge } from '../support/tokens.ts'
import { changeAccount, makeAccount } from '../support/users.ts'
import { tokenIn } from '../worker/send/send_fixture.ts'

const database = useDatabase()
const servers = useServers(database)
const mails = useMails(database)

const resend = (body?: unknown, headers: Record<string, string> = {}) =>
  servers.post('/resend-confirmation', body, { headers })
const sent = {
  status: 200,
  body: { message: 'Un email de confirmation a été envoyé si cette adresse attend encore d’être confirmée.' },
}
const bearerOf = async (email: string) => ({
  authorization: `Bearer ${(await servers.logIn(email)).body.accessToken}`,
})

beforeAll(async () => {
  for (const email of ['neuve@example.org', 'porteuse@example.org', 'partie@example.org'])
    await makeAccount(database, { email })
})
beforeEach(async () => {
  await (await database.as('admin')).query('delete from graphile_worker._private_jobs')
})

describe('the confirmation', () => {
  it.each(doors)('can be requested from the %s server under %s', async (server, prefix) => {
    const body = { email: 'neuve@example.org' }
    expect(await servers[server](`${prefix}/resend-confirmation`, { method: 'POST', body })).toMatchObject(
      sent,
    )
    expect(await waitingMails(database)).toEqual([{ genre: 'confirmation', email: 'neuve@example.org' }])
  })

  it('reaches an unverified account, in any case of its e-mail, and can be used', async () => {
    expect(await resend({ email: ' Neuve@Example.ORG ' })).toMatchObject(sent)
    await mails.work()
    const [mail, ...more] = await mails.to('neuve@example.org')
    expect([mail?.subject, more]).toEqual(['Confirmez votre adresse e-mail', []])
    expect((await servers.post('/confirmer-email', { token: tokenIn(mail) })).status).toBe(200)
  })

  it('can be requested with a token instead of an e-mail, for the account of the token', async () => {
    expect(await resend({}, await bearerOf('porteuse@example.org'))).toMatchObject(sent)
    expect(await waitingMails(database)).toEqual([{ genre: 'confirmation', email: 'porteuse@example.org' }])
  })

  it('can be requested with a token and no body at all', async () => {
    expect(await resend(undefined, await bearerOf('porteuse@example.org'))).toMatchObject(sent)
    expect(await waitingMails(database)).toEqual([{ genre: 'confirmation', email: 'porteuse@example.org' }])
  })

  it('goes to the e-mail of the body even when there is a token', async () => {
    for (const headers of [await bearerOf('chef@example.org'), { authorization: 'Bearer stale' }])
      expect(await resend({ email: 'porteuse@example.org' }, headers)).toMatchObject(sent)
    expect(await waitingMails(database)).toEqual([{ genre: 'confirmation', email: 'porteuse@example.org' }])
  })

  it('reaches no verified, disabled or unknown account, with the same answer', async () => {
    await changeAccount(database, 'partie@example.org', 'disabled_at = now()')
    const addresses = ['chef@example.org', 'partie@example.org', 'inconnue@example.org']
    for (const email of addresses) expect(await resend({ email })).toMatchObject(sent)
    expect(await resend({}, await bearerOf('chef@example.org'))).toMatchObject(sent)
    await mails.work()
    for (const email of addresses) expect(await mails.to(email)).toEqual([])
  })
})

describe('a request for a confirmation is refused', () => {
  const refused = { status: 401, body: { error: 'Accès refusé' } }

  it('without e-mail and token', async () => {
    for (const body of [{}, '', undefined])
      expect(await resend(body)).toMatchObject({
        status: 422,
        body: { error: { email: ['Ce champ est obligatoire.'] } },
      })
  })

  it('with a malformed e-mail', async () => {
    for (const email of ['nina', 'nina@', 'a@b.ch\0'])
      expect(await resend({ email })).toMatchObject({
        status: 422,
        body: { error: { email: ['Le format n’est pas valide (email).'] } },
      })
  })

  it('with only a token that is invalid or expired, or of a disabled account', async () => {
    const header = 'Bearer error="invalid_token"'
    const past = { iat: 1_700_000_000, nbf: 1_699_999_990, exp: 1_700_028_800 }
    const expired = `Bearer ${await forge(servers.key, { payload: past })}`
    await makeAccount(database, { email: 'bientot@example.org' })
    const disabled = await bearerOf('bientot@example.org')
    await changeAccount(database, 'bientot@example.org', 'disabled_at = now()')
    const answers = [
      await resend({}, { authorization: 'Bearer stale' }),
      await resend({}, disabled),
      await resend({}, { authorization: expired }),
    ]
    expect(answers).toMatchObject([refused, refused, { status: 401, body: { error: 'Token expiré' } }])
    for (const { headers } of answers) expect(headers.get('www-authenticate')).toBe(header)
    expect(await waitingMails(database)).toEqual([])
  })
})

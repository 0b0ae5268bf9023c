import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { useMails, waitingMails } from '../support/mail_readback.ts'
import { doors, useServers } from '../support/servers.ts'
import { tokenIn } from '../worker/send/send_fixture.ts'

const database = useDatabase()
const servers = useServers(database)
const closed = useServers(database, { REGISTRATION: 'invitation' })
const mails = useMails(database)

const password = 'un mot de passe'
const bad = {
  status: 422,
  body: { error: { token: ['Cette invitation n’est pas valable, ou ne l’est plus.'] } },
}
const register = (email: string, token: string, more: object = {}) =>
  servers.post('/register', { name: 'Nina', email, password, token, ...more })
const reading = { permissions: { hs: ['exercice.lecture', 'intervention.lecture', 'sapeur.lecture'] } }

let role = 0
beforeAll(async () => {
  const owner = await database.as('owner')
  const { rows } = await owner.query(
    "select id from auth.roles where sis_key = 'hs' and nom = 'Consultation'",
  )
  role = Number(rows[0]?.id)
})

/** Makes an invitation to read in `hs`; returns the token, and the id of the invitation. */
async function invite(email?: string): Promise<{ token: string; id: number }> {
  const how = { as: 'commandant@example.org', sis: 'hs' }
  return (await servers.post('/invitations', { roles: [role], email }, how)).body.data
}

async function shift(id: number, change: string): Promise<void> {
  const owner = await database.as('owner')
  expect((await owner.query(`update auth.invitations set ${change} where id = $1`, [id])).rowCount).toBe(1)
}

describe('a registration with an invitation', () => {
  it.each(doors)('gives its rights at once: at the %s server under %s', async (server, prefix) => {
    const { token } = await invite()
    const email = `invitee.${server}${prefix.length}@example.org`
    const body = { name: 'Nina', email, password, token }
    // An invitation opens a closed registration.
    const { status, body: answer } = await closed[server](`${prefix}/register`, { method: 'POST', body })
    expect([status, answer.message, answer.user.email_verified_at]).toEqual([201, 'Successful login', null])
    expect(decodeJwt(answer.accessToken).data).toMatchObject({ validated: false, ...reading })
  })

  it('admits the new account to the data of the SIS, and of no other', async () => {
    const { accessToken } = (await register('lectrice@example.org', (await invite()).token)).body
    const headers = { authorization: `Bearer ${accessToken}` }
    expect((await servers.data('/api/v2/alarmes', { sis: 'hs', headers })).status).toBe(200)
    expect((await servers.data('/api/v2/alarmes', { sis: 'test', headers })).status).toBe(403)
  })

  it('succeeds with the mailed token, for any e-mail', async () => {
    await invite('amie@example.org')
    await mails.work()
    const [mail] = await mails.to('amie@example.org')
    expect(mail?.subject).toBe('Invitation à rejoindre SIS Haute-Sorne')
    expect(mail?.text).toContain('Ricarda Amsler vous invite à rejoindre SIS Haute-Sorne dans Caserne :')
    expect(mail?.text).toContain(`/inscription?token=${tokenIn(mail)}`)
    const { status, body } = await register('autre.adresse@example.org', tokenIn(mail))
    expect(status).toBe(201)
    expect(decodeJwt(body.accessToken).data).toMatchObject(reading)
  })

  it('verifies the account with the e-mail that it was mailed to, and mails no confirmation', async () => {
    const email = 'Verifiee@example.org'
    await invite(email)
    await mails.work()
    const [mail] = await mails.to(email)
    await mails.stopWork()
    const { status, body } = await register(email.toLowerCase(), tokenIn(mail))
    expect([status, decodeJwt(body.accessToken).data]).toEqual([
      201,
      expect.objectContaining({ validated: true, ...reading }),
    ])
    expect(body.user.email_verified_at).not.toBeNull()
    expect(await waitingMails(database)).not.toContainEqual({
      genre: 'confirmation',
      email: email.toLowerCase(),
    })
  })

  it('verifies nobody by the token shown to the maker, who might register someone else’s e-mail', async () => {
    const email = 'victime@example.org'
    const { token } = await invite(email)
    const { body } = await register(email, token)
    expect([body.user.email_verified_at, decodeJwt(body.accessToken).data]).toEqual([
      null,
      expect.objectContaining({ validated: false, ...reading }),
    ])
    expect(await waitingMails(database)).toContainEqual({ genre: 'confirmation', email })
  })

  it('verifies nobody with another e-mail than the one it was mailed to', async () => {
    await invite('destinataire@example.org')
    await mails.work()
    const [mail] = await mails.to('destinataire@example.org')
    const { body } = await register('tiers@example.org', tokenIn(mail))
    expect(body.user.email_verified_at).toBeNull()
  })

  it('verifies an existing account that takes it', async () => {
    const email = 'deja@example.org'
    await servers.post('/register', { name: 'Nina', email, password })
    await invite(email)
    await mails.work()
    const mail = (await mails.to(email)).find(({ subject }) => subject?.startsWith('Invitation'))
    const { accessToken } = (await servers.logIn(email, password)).body
    const headers = { authorization: `Bearer ${accessToken}` }
    const { status, body } = await servers.post('/use-token', { token: tokenIn(mail) }, { headers })
    expect([status, decodeJwt(body.accessToken).data]).toEqual([
      200,
      expect.objectContaining({ validated: true, ...reading }),
    ])
    expect(body.user.email_verified_at).not.toBeNull()
  })

  it('uses up both the shown token and the mailed one', async () => {
    const { token } = await invite('une.fois@example.org')
    await mails.work()
    const [mail] = await mails.to('une.fois@example.org')
    expect((await register('une.fois@example.org', token)).status).toBe(201)
    expect(await register('deux.fois@example.org', tokenIn(mail))).toMatchObject(bad)
  })
})

describe('an invitation', () => {
  it('that is unknown is refused', async () => {
    for (const token of ['x', '\0', 'A'.repeat(43)])
      expect(await register('personne@example.org', token)).toMatchObject(bad)
  })

  it('is valid once, also in simultaneous registrations', async () => {
    const { token } = await invite()
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => register(`course.${n}@example.org`, token)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422])
    expect(answers.filter(({ status }) => status === 422)).toMatchObject(Array(5).fill(bad))
  })

  it('makes no account when it is refused', async () => {
    const { token, id } = await invite()
    await shift(id, 'used_at = now()')
    expect(await register('perdue@example.org', token)).toMatchObject(bad)
    expect((await servers.logIn('perdue@example.org', password)).status).toBe(401)
  })

  it.each([
    ['a weak password', { password: 'court' }],
    ['an e-mail already in use', { email: 'chef@example.org' }],
    ['a different confirmation', { password_confirmation: 'autre chose' }],
  ])('is kept after %s', async (what, more) => {
    const { token } = await invite()
    const email = `${what.replaceAll(' ', '.')}@example.org`
    expect((await register(email, token, more)).status).toBe(422)
    expect((await register(email, token)).status).toBe(201)
  })

  it('is valid for 30 days', async () => {
    const { token, id } = await invite()
    const owner = await database.as('owner')
    const { rows } = await owner.query(
      "select expires_at - created_at = interval '30 days' as thirty from auth.invitations where id = $1",
      [id],
    )
    expect(rows).toEqual([{ thirty: true }])
    await shift(id, "created_at = now() - interval '30 days', expires_at = now()")
    expect(await register('tard@example.org', token)).toMatchObject(bad)
  })

  it('that was withdrawn is refused', async () => {
    const { token, id } = await invite()
    const how = { method: 'DELETE', as: 'commandant@example.org', sis: 'hs' }
    expect((await servers.auth(`/api/v1/invitations/${id}`, how)).status).toBe(204)
    expect(await register('retiree@example.org', token)).toMatchObject(bad)
  })
})

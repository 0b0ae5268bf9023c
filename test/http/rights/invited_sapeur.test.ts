import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Claims } from '../../../src/auth/tokens.ts'
import { useMails } from '../../support/mail_readback.ts'
import { makeAccount } from '../../support/users.ts'
import { tokenIn } from '../../worker/send/send_fixture.ts'
import { commandant, useRights } from './rights_fixture.ts'

const { ask, database, roleId, sapeurId, servers, sql } = useRights()
const mails = useMails(database)

let number = 0
let email = ''
let sapeur = 0
beforeEach(async () => {
  number += 1
  email = `invite.${number}@example.org`
  sapeur = (await people('POST', '', { nom: `Invité ${number}`, prenom: 'Léa', incorporation: '2015-01-01' }))
    .id
})

async function people(method: string, path: string, body?: unknown) {
  const answer = await servers.data(`/api/v2/sapeurs${path}`, { method, as: commandant, sis: 'hs', body })
  expect([200, 201]).toContain(answer.status)
  return answer.body.data
}
const invite = async (body: object, as = commandant) =>
  ask('POST', '/invitations', { as, body: { roles: [await roleId('Consultation')], ...body } })

/** Invites the sapeur of this test; returns the shown token, and the mailed one. */
async function invited(address = email): Promise<{ told: string; mailed: string }> {
  const [status, { data }] = await invite({ email: address, sapeur_id: sapeur })
  expect([status, data.sapeur_id]).toEqual([201, sapeur])
  await mails.work()
  const mail = (await mails.to(address)).at(-1)
  await mails.stopWork()
  return { told: data.token, mailed: tokenIn(mail) }
}
const register = (token: string, address = email) =>
  servers.post('/register', { name: 'Léa', email: address, password: 'caserne-demo', token })
const claimsIn = (accessToken: string) => decodeJwt<{ data: Claims }>(accessToken).data
const wrongTaker = {
  error: {
    token: ['Cette invitation nomme un sapeur : ouvrez le lien du message, avec l’adresse qui l’a reçu.'],
  },
}

describe('an invitation that names a sapeur', () => {
  it('links the account that takes it by its mail, and writes the e-mail into the record', async () => {
    const { body } = await register((await invited()).mailed)
    expect(claimsIn(body.accessToken)).toMatchObject({ validated: true, sapeurs: { hs: sapeur } })
    expect((await people('GET', `/${sapeur}`)).email).toBe(email)
    expect(
      await sql(
        "select email_garanti from request.open(null, 'hs', '{sapeur.lecture}', null), app.particularites where sapeur_id = $1",
        [sapeur],
      ),
    ).toEqual([{ email_garanti: true }])
  })

  it('links even when the record has another e-mail, which stays', async () => {
    await people('PUT', `/${sapeur}`, { email: 'privee@example.org' })
    const { body } = await register((await invited()).mailed)
    expect(claimsIn(body.accessToken).sapeurs).toEqual({ hs: sapeur })
    expect((await people('GET', `/${sapeur}`)).email).toBe('privee@example.org')
  })

  it('links an account that has confirmed this e-mail, even with the shown token', async () => {
    const { told } = await invited()
    await makeAccount(database, { email })
    await sql('update auth.users set email_verified_at = now() where email = $1', [email])
    const [status, body] = await ask('POST', '/use-token', { as: email, sis: null, body: { token: told } })
    expect([status, claimsIn(body.accessToken).sapeurs]).toEqual([200, { hs: sapeur }])
  })

  it('cannot be taken with another e-mail, or with an unconfirmed one', async () => {
    const { told, mailed } = await invited()
    for (const [token, address] of [
      [told, email],
      [told, `autre.${number}@example.org`],
      [mailed, `autre.${number}@example.org`],
    ] as const) {
      const { status, body } = await register(token, address)
      expect([status, body]).toEqual([422, wrongTaker])
    }
    expect((await register(mailed)).status).toBe(201)
  })

  it('is refused when the sapeur has been linked since, or has left', async () => {
    const { mailed } = await invited()
    const other = await makeAccount(database, { email: `autre.${number}@example.org` })
    await sql("insert into auth.memberships (sis_key, user_id, sapeur_id) values ('hs', $1, $2)", [
      other,
      sapeur,
    ])
    expect(await register(mailed)).toMatchObject({
      status: 409,
      body: { error: 'Ce sapeur est déjà lié à un autre compte' },
    })
    await sql('delete from auth.memberships where user_id = $1', [other])
    const [mutation] = await people('GET', `/${sapeur}/mutations`)
    await people('PUT', `/${sapeur}/mutations/${mutation.id}`, { sortie: '2020-12-31' })
    expect(await register(mailed)).toMatchObject({
      status: 409,
      body: { error: 'Ce sapeur est sorti du SIS' },
    })
    await people('PUT', `/${sapeur}/mutations/${mutation.id}`, { sortie: null })
    expect((await register(mailed)).status).toBe(201)
  })

  it('is made by those who may link the account themselves', async () => {
    const reader = await makeAccount(database, {
      email,
      permissions: { hs: ['utilisateur.tout', 'intervention.lecture', 'exercice.lecture'] },
    })
    const [role] = await sql('select role_id::integer from auth.user_roles where user_id = $1', [reader])
    const body = { roles: [role?.role_id], email: 'x@example.org', sapeur_id: sapeur }
    expect((await ask('POST', '/invitations', { as: email, body }))[0]).toBe(403)
    expect((await ask('POST', '/invitations', { as: email, body: { ...body, sapeur_id: null } }))[0]).toBe(
      201,
    )
  })

  it.each<
    [what: string, sapeur_id: () => unknown, address: string | undefined, status: number, error: unknown]
  >([
    ['nobody', () => 999_999, 'x@example.org', 422, { sapeur_id: ['Sapeur inconnu'] }],
    [
      'a sapeur of another SIS',
      () => sapeurId('Bouduban Sophie', 'test'),
      'x@example.org',
      422,
      { sapeur_id: ['Sapeur inconnu'] },
    ],
    [
      'a sapeur who has an account',
      () => sapeurId('Amsler Ricarda'),
      'x@example.org',
      409,
      'Ce sapeur est déjà lié à un autre compte',
    ],
    [
      'a sapeur without an e-mail',
      () => sapeur,
      undefined,
      422,
      { email: ['Un sapeur s’invite par e-mail : indiquez son adresse.'] },
    ],
  ])('is refused for %s', async (_what, sapeur_id, address, status, error) => {
    expect(await invite({ email: address, sapeur_id: await sapeur_id() })).toEqual([status, { error }])
  })
})

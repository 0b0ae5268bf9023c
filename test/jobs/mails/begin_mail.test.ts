import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { call } from '../../support/calls.ts'
import { useDatabase } from '../../support/database.ts'
import { changeAccount, idOf, look, makeAccount, makeInvitation, roleOf } from '../../support/users.ts'

const database = useDatabase()
let email = ''
let user = 0
beforeEach(async () => {
  email = `Essai.${randomBytes(4).toString('hex')}@example.org`
  user = await makeAccount(database, { email, name: 'Jean Essai' })
})

/** Begins a mail as the worker does; returns its content and the token stored for its link. */
async function begin(payload: object) {
  const hash = randomBytes(32)
  const worker = await database.as('worker')
  const { rows } = await worker.query('select jobs.begin_mail($1, $2) as mail', [
    JSON.stringify(payload),
    hash,
  ])
  const kept = await look(
    database,
    `select jsonb_build_object('genre', genre, 'user', user_id, 'sis', sis_key, 'invitation', invitation_id,
              'minutes', round(extract(epoch from expires_at - clock_timestamp()) / 60))
       from auth.tokens where token_hash = $1`,
    [hash],
  )
  return { mail: rows[0].mail, kept, hash }
}

const nothing = { mail: null, kept: undefined }
const mailTo = (genre: string) => ({ genre, email, name: 'Jean Essai', sis: null, par: null })

describe('a mail that', () => {
  it('confirms an address carries a token for 30 days', async () => {
    const { mail, kept, hash } = await begin({ genre: 'confirmation', email: email.toLowerCase() })
    expect(mail).toEqual(mailTo('confirmation'))
    expect(kept).toEqual({ genre: 'confirmation', user, sis: null, invitation: null, minutes: 43_200 })
    expect(await call(await database.as('auth'), 'confirm_email', hash)).toMatchObject({ user: { id: user } })
  })

  it('offers a new password carries a token for an hour', async () => {
    const { mail, kept, hash } = await begin({ genre: 'reinitialisation', email: email.toUpperCase() })
    expect(mail).toEqual(mailTo('reinitialisation'))
    expect(kept).toEqual({ genre: 'reinitialisation', user, sis: null, invitation: null, minutes: 60 })
    expect(await call(await database.as('auth'), 'reset_password', hash, 'mot nouveau', 8, 4)).toBe(email)
  })

  it('reports a changed password carries no token', async () => {
    const { mail, kept } = await begin({ genre: 'mot_de_passe_change', email })
    expect(mail).toEqual(mailTo('mot_de_passe_change'))
    expect(kept).toBeUndefined()
  })

  it('invites carries a token with the invitation’s validity, and names the SIS and who invites', async () => {
    const by = await idOf(database, 'commandant@example.org')
    const given = await makeInvitation(database, 'hs', [await roleOf(database, 'hs', 'Consultation')], {
      valid: '2 days',
      by,
    })
    const invitation = Number(
      await look(database, 'select invitation_id from auth.tokens where token_hash = $1', [given]),
    )
    await look(database, "update auth.invitations set email = 'lea@example.org' where id = $1", [invitation])
    const payload = { genre: 'invitation', sis_key: 'hs', invitation_id: invitation }
    const { mail, kept, hash } = await begin(payload)
    expect(mail).toEqual({
      genre: 'invitation',
      email: 'lea@example.org',
      name: null,
      sis: 'SIS Haute-Sorne',
      par: 'Ricarda Amsler',
    })
    expect(kept).toEqual({ genre: 'invitation', user: null, sis: 'hs', invitation, minutes: 2880 })

    expect(await begin({ ...payload, sis_key: 'test' })).toMatchObject(nothing)
    await call(
      await database.as('auth'),
      'register',
      'Léa',
      'lea@example.org',
      'mot de passe',
      hash,
      true,
      8,
      4,
      randomBytes(32),
      '',
      false,
    )
    expect(
      await look(database, 'select used_by is not null from auth.invitations where id = $1', [invitation]),
    ).toBe(true)
    expect(await begin(payload)).toMatchObject(nothing)
  })
})

describe('no mail is written', () => {
  const genres = ['confirmation', 'reinitialisation', 'mot_de_passe_change']

  it.each(genres)('to an address without an account: %s', async (genre) => {
    expect(await begin({ genre, email: 'inconnue@example.org' })).toMatchObject(nothing)
    expect(await begin({ genre, email: '' })).toMatchObject(nothing)
    expect(await begin({ genre })).toMatchObject(nothing)
    expect(await begin({ genre, email: '%' })).toMatchObject(nothing)
  })

  it.each(genres)('to a disabled account: %s', async (genre) => {
    await changeAccount(database, email, 'disabled_at = now()')
    expect(await begin({ genre, email })).toMatchObject(nothing)
  })

  it('to confirm a confirmed address, though its password may still be reset', async () => {
    await changeAccount(database, email, 'email_verified_at = now()')
    expect(await begin({ genre: 'confirmation', email })).toMatchObject(nothing)
    expect((await begin({ genre: 'reinitialisation', email })).mail).toEqual(mailTo('reinitialisation'))
    expect((await begin({ genre: 'mot_de_passe_change', email })).mail).toEqual(mailTo('mot_de_passe_change'))
  })

  it.each([
    ['has been withdrawn', 'delete from auth.invitations where id = $1'],
    ['has been taken', 'update auth.invitations set used_at = now() where id = $1'],
    ['has expired', 'update auth.invitations set expires_at = now() where id = $1'],
    ['is delivered by other means', 'update auth.invitations set email = null where id = $1'],
  ])('for an invitation that %s', async (_what, change) => {
    const roles = [await roleOf(database, 'test', 'Consultation')]
    const given = await makeInvitation(database, 'test', roles)
    const id = Number(
      await look(database, 'select invitation_id from auth.tokens where token_hash = $1', [given]),
    )
    await look(database, "update auth.invitations set email = 'lea@example.org' where id = $1", [id])
    await look(database, change, [id])
    expect(await begin({ genre: 'invitation', sis_key: 'test', invitation_id: id })).toMatchObject(nothing)
  })
})

it('keeps the token of an earlier attempt, whose mail may have arrived', async () => {
  const [first, second] = [
    await begin({ genre: 'reinitialisation', email }),
    await begin({ genre: 'reinitialisation', email }),
  ]
  expect(
    await look(database, 'select count(*)::integer from auth.tokens where token_hash in ($1, $2)', [
      first.hash,
      second.hash,
    ]),
  ).toBe(2)
})

it('can be begun by the worker only', async () => {
  for (const role of ['auth', 'api'] as const) {
    const client = await database.as(role)
    await expect(client.query("select jobs.begin_mail('{}', sha256('x'))")).rejects.toMatchObject({
      code: '42501',
    })
  }
})

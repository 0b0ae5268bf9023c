import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeAccount } from '../../support/users.ts'
import { commandant, prefixes, useRights, utc } from './rights_fixture.ts'

const rights = useRights()
const { ask, claimsOf, database, makeRole, roleId, servers, sql } = rights

const reader = ['exercice.lecture', 'intervention.lecture', 'sapeur.lecture']
const invalid = [422, { error: { token: ['Cette invitation n’est pas valable, ou ne l’est plus.'] } }]
let consultation = 0

beforeAll(async () => {
  consultation = await roleId('Consultation')
})

// The token of a new invitation.
async function invite(roles = [consultation]): Promise<{ id: number; token: string }> {
  const [status, { data }] = await ask('POST', '/invitations', { as: commandant, body: { roles } })
  expect(status).toBe(201)
  return data
}

const use = (as: string, token: string) => ask('POST', '/use-token', { as, sis: null, body: { token } })
const register = (email: string, token: string) =>
  ask('POST', '/register', { body: { name: 'Recrue', email, password: 'un mot de passe', token } })
const permissionsIn = (accessToken: string) =>
  decodeJwt<{ data: { permissions: unknown } }>(accessToken).data.permissions

describe('POST /use-token', () => {
  it.each(prefixes)('under %s answers a token with the new rights, valid at once', async (prefix) => {
    const email = `invite${prefixes.indexOf(prefix)}@example.org`
    const id = await makeAccount(database, { email })
    const { token } = await invite()
    const [status, body] = await ask('POST', '/use-token', {
      as: email,
      sis: null,
      prefix,
      body: { token },
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      message: 'Invitation acceptée',
      accessToken: expect.any(String),
      user: { id, name: email, email, email_verified_at: null, created_at: utc, updated_at: utc },
    })
    expect(permissionsIn(body.accessToken)).toEqual({ hs: reader })
    const headers = { authorization: `Bearer ${body.accessToken}` }
    expect((await servers.data('/api/v2/interventions', { sis: 'hs', headers })).status).toBe(200)
  })

  it('adds to the roles of the account', async () => {
    const permissions = { hs: ['sis.config'], test: ['sapeur.lecture'] }
    await makeAccount(database, { email: 'riche@example.org', permissions })
    const [, body] = await use('riche@example.org', (await invite()).token)
    expect(permissionsIn(body.accessToken)).toEqual({
      hs: [...reader, 'sis.config'],
      test: ['sapeur.lecture'],
    })
  })

  it('shows in the next refresh too', async () => {
    await makeAccount(database, { email: 'suite@example.org' })
    const { refreshToken } = await servers.signIn('suite@example.org')
    await use('suite@example.org', (await invite()).token)
    const [status, body] = await ask('POST', '/refresh-token', { body: { token: refreshToken } })
    expect([status, permissionsIn(body.accessToken)]).toEqual([200, { hs: reader }])
  })

  it('makes the account visible to the managers of the SIS', async () => {
    await makeAccount(database, { email: 'vu@example.org' })
    await use('vu@example.org', (await invite()).token)
    const [, { data }] = await ask('GET', '/users', { as: commandant })
    expect(data).toContainEqual(
      expect.objectContaining({
        email: 'vu@example.org',
        roles: [{ id: consultation, nom: 'Consultation' }],
      }),
    )
  })

  it('requires a signed-in account', async () => {
    const { token } = await invite()
    const body = { token }
    expect(await ask('POST', '/use-token', { sis: null, body })).toEqual([401, { error: 'Accès refusé' }])
    const odd = await ask('POST', '/use-token', { sis: null, body, token: 'nonsense' })
    expect(odd).toEqual([401, { error: 'Accès refusé' }])
    await makeAccount(database, { email: 'clos@example.org' })
    const own = await rights.newToken('clos@example.org')
    await sql("update auth.users set disabled_at = now() where email = 'clos@example.org'")
    const closed = await ask('POST', '/use-token', { sis: null, body, token: own })
    expect(closed).toEqual([401, { error: 'Accès refusé' }])
    expect((await use('nouveau@example.org', token))[0]).toBe(200)
  })

  const text = ['Ce champ doit être un texte.']
  it.each<[body: unknown, error: unknown]>([
    [{}, { token: ['Ce champ est obligatoire.'] }],
    [{ token: ' ' }, { token: ['Ce champ est obligatoire.'] }],
    [{ token: null }, { token: text }],
    [{ token: 7 }, { token: text }],
    [{ token: ['x'] }, { token: text }],
    [{ token: 'x'.repeat(1025) }, { token: ['Ce champ ne doit pas dépasser 1024 caractères.'] }],
  ])('refuses %j', async (body, error) => {
    expect(await ask('POST', '/use-token', { as: 'chef@example.org', body })).toEqual([422, { error }])
  })

  it.each(['x', 'a\0b', 'é', '__proto__'])('finds no token %j', async (token) => {
    expect(await use('chef@example.org', token)).toEqual(invalid)
  })
})

describe('an invitation', () => {
  it('is taken once', async () => {
    const { token } = await invite()
    expect((await use('chef@example.org', token))[0]).toBe(200)
    expect(await use('chef@example.org', token)).toEqual(invalid)
    expect(await use('lecteur@example.org', token)).toEqual(invalid)
  })

  it('taken ten times at the same moment belongs to one account', async () => {
    const emails = Array.from({ length: 10 }, (_, n) => `course${n}@example.org`)
    for (const email of emails) await makeAccount(database, { email })
    await Promise.all(emails.map((email) => servers.signIn(email)))
    const { id, token } = await invite()
    const answers = await Promise.all(emails.map((email) => use(email, token)))
    expect(answers.map(([status]) => status).sort()).toEqual([200, ...Array(9).fill(422)])
    const held = await sql(
      "select user_id from auth.user_roles join auth.users u on u.id = user_id where email like 'course%'",
    )
    expect(held).toEqual(await sql('select used_by as user_id from auth.invitations where id = $1', [id]))
  })

  it('that was withdrawn gives nothing any more', async () => {
    const { id, token } = await invite()
    await ask('DELETE', `/invitations/${id}`, { as: commandant })
    expect(await use('chef@example.org', token)).toEqual(invalid)
    expect((await register('tard@example.org', token))[0]).toBe(422)
  })

  it('is valid for 30 days, and not a second longer', async () => {
    const { id, token } = await invite()
    await sql('update auth.invitations set expires_at = now() where id = $1', [id])
    expect(await use('chef@example.org', token)).toEqual(invalid)
    await sql("update auth.invitations set expires_at = now() + interval '1 minute' where id = $1", [id])
    expect((await use('chef@example.org', token))[0]).toBe(200)
  })

  it('with a deleted role gives its remaining roles', async () => {
    const gone = await makeRole('Fugace', ['sis.config'])
    const { token } = await invite([gone, consultation])
    await ask('DELETE', `/roles/${gone}`, { as: commandant })
    await makeAccount(database, { email: 'reste@example.org' })
    const [status, body] = await use('reste@example.org', token)
    expect([status, permissionsIn(body.accessToken)]).toEqual([200, { hs: reader }])
  })

  it('gives nothing when all its roles were deleted', async () => {
    const gone = await makeRole('Passager', ['sis.config'])
    const { token } = await invite([gone])
    await ask('DELETE', `/roles/${gone}`, { as: commandant })
    expect(await use('chef@example.org', token)).toEqual(invalid)
  })

  it.each([
    ['was disabled', 'update auth.users set disabled_at = now() where id = $1'],
    ['no longer holds its roles', 'delete from auth.user_roles where user_id = $1'],
    ['was deleted', 'delete from auth.users where id = $1'],
  ])('gives nothing when its maker %s', async (what, change) => {
    const email = `recruteur.${what.replaceAll(' ', '.')}@example.org`
    const id = await makeAccount(database, {
      email,
      permissions: { hs: ['utilisateur.tout', ...reader] },
    })
    const [, { data }] = await ask('POST', '/invitations', { as: email, body: { roles: [consultation] } })
    await sql(change, [id])
    expect(await use('chef@example.org', data.token)).toEqual(invalid)
  })

  it('cannot be the token of a confirmation or a reset', async () => {
    for (const genre of ['confirmation', 'reinitialisation']) {
      await sql(
        `insert into auth.tokens (token_hash, genre, user_id, expires_at)
         select sha256(convert_to($1, 'UTF8')), $1, id, now() + interval '1 hour' from auth.users where email = $2`,
        [genre, commandant],
      )
      expect(await use('chef@example.org', genre)).toEqual(invalid)
    }
    const { token } = await invite()
    expect((await ask('POST', '/confirmer-email', { body: { token } }))[0]).toBe(401)
    const reset = { token, password: 'un mot de passe' }
    expect((await ask('POST', '/reset-password', { body: reset }))[0]).toBe(401)
    expect((await use('chef@example.org', token))[0]).toBe(200)
  })
})

describe('POST /register with an invitation', () => {
  it('makes an account with its roles from the start', async () => {
    const { token } = await invite()
    const [status, body] = await register('recrue@example.org', token)
    expect([status, permissionsIn(body.accessToken)]).toEqual([201, { hs: reader }])
    expect(await claimsOf('chef@example.org')).toMatchObject({ admin: false })
  })

  it('makes no account when it is invalid, or was taken', async () => {
    const { token } = await invite()
    expect((await register('premier@example.org', token))[0]).toBe(201)
    for (const each of [token, 'x']) {
      expect(await register('second@example.org', each)).toEqual(invalid)
      expect(await sql("select from auth.users where email = 'second@example.org'")).toEqual([])
    }
  })

  it('keeps it for another attempt when the registration is refused', async () => {
    const { token } = await invite()
    const weak = { name: 'Recrue', email: 'faible@example.org', password: 'court', token }
    expect((await ask('POST', '/register', { body: weak }))[0]).toBe(422)
    expect((await register('chef@example.org', token))[0]).toBe(422)
    expect((await register('faible@example.org', token))[0]).toBe(201)
  })

  it('admits one of two simultaneous registrations', async () => {
    const { token } = await invite()
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((name) => register(`${name}@course.example.org`, token)),
    )
    expect(answers.map(([status]) => status).sort()).toEqual([201, 422, 422])
    expect(await sql("select from auth.users where email like '%@course.example.org'")).toHaveLength(1)
  })
})

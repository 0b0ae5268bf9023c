import { describe, expect, it } from 'vitest'
import { makeAccount } from '../../support/users.ts'
import { admin, prefixes, useRights, utc } from './rights_fixture.ts'

const rights = useRights()
const { ask, claimsOf, database, servers, sql, userId } = rights
const unknown = [404, { error: 'Utilisateur inconnu' }]

const put = (id: number | string, body: unknown, as = admin) =>
  ask('PUT', `/users/${id}`, { as, sis: null, body })

// A confirmed account with a right in `hs`: its id.
async function known(email: string): Promise<number> {
  const id = await makeAccount(database, { email, permissions: { hs: ['intervention.lecture'] } })
  await sql('update auth.users set email_verified_at = now() where id = $1', [id])
  return id
}

const readWith = async (token: string) => {
  const headers = { authorization: `Bearer ${token}` }
  const { status, body } = await servers.data('/api/v2/interventions', { sis: 'hs', headers })
  return status === 200 ? 200 : [status, body]
}
const ended = [401, { error: 'Accès refusé' }]

describe('PUT /users/{id}', () => {
  it.each(prefixes)(
    'under %s changes the sent fields, leaves the rest, and answers the account',
    async (prefix) => {
      const email = `compte${prefixes.indexOf(prefix)}@example.org`
      const id = await known(email)
      const record = {
        id,
        name: email,
        email,
        email_verified_at: utc,
        admin: false,
        disabled: false,
        roles: [],
        sapeur_id: null,
        mobile: false,
        parti: false,
        created_at: utc,
        updated_at: utc,
      }
      const change = (body: unknown) => ask('PUT', `/users/${id}`, { as: admin, sis: null, prefix, body })
      expect(await change({})).toEqual([200, { data: record }])
      expect(await change({ name: ' Prénom Nom ' })).toEqual([
        200,
        { data: { ...record, name: 'Prénom Nom' } },
      ])
      expect(await change({ disabled: true })).toEqual([
        200,
        { data: { ...record, name: 'Prénom Nom', disabled: true } },
      ])
      expect(await change({ disabled: false, name: email })).toEqual([200, { data: record }])
    },
  )

  it('ignores unknown keys', async () => {
    const id = await known('cles@example.org')
    const extras = {
      id: 1,
      is_admin: true,
      password: 'autre-mot',
      email_verified_at: null,
      tokens_valid_from: 'x',
    }
    expect((await put(id, { ...extras, roles: [1], sis_key: 'test' }))[0]).toBe(200)
    expect(await claimsOf('cles@example.org')).toMatchObject({ id, admin: false, validated: true })
  })

  it('answers when an account was last changed', async () => {
    const id = await known('date@example.org')
    await sql("update auth.users set updated_at = '2020-01-01Z' where id = $1", [id])
    const [, { data: same }] = await put(id, { name: 'date@example.org' })
    expect(same.updated_at).toBe('2020-01-01T00:00:00.000000Z')
    const [, { data: changed }] = await put(id, { name: 'Autre' })
    expect(changed.updated_at).not.toBe('2020-01-01T00:00:00.000000Z')
  })

  it('finds no unknown account', async () => {
    expect(await put(999_999, {})).toEqual(unknown)
  })

  const required = ['Ce champ est obligatoire.']
  const flag = ['Ce champ doit être vrai ou faux.']
  it.each<[body: unknown, error: unknown]>([
    [{ name: ' ' }, { name: required }],
    [{ name: null }, { name: ['Ce champ doit être un texte.'] }],
    [{ name: 'x'.repeat(256) }, { name: ['Ce champ ne doit pas dépasser 255 caractères.'] }],
    [{ name: 'a\0b' }, { name: ['Le format n’est pas valide.'] }],
    [{ email: 'personne' }, { email: ['Le format n’est pas valide (email).'] }],
    [{ email: '' }, { email: [...required, 'Le format n’est pas valide (email).'] }],
    [{ email: null }, { email: ['Ce champ doit être un texte.'] }],
    [{ admin: 'oui' }, { admin: flag }],
    [{ admin: null }, { admin: flag }],
    [{ disabled: 2 }, { disabled: flag }],
    [
      { name: 7, disabled: 'non' },
      { name: ['Ce champ doit être un texte.'], disabled: flag },
    ],
  ])('refuses %j', async (body, error) => {
    expect(await put(await userId('chef@example.org'), body)).toEqual([422, { error }])
  })

  it.each(['abc', '1.5', '0', '-1', '1e99'])('refuses %s as an id', async (id) => {
    const [status, body] = await put(id, {})
    expect([status, Object.keys(body.error)]).toEqual([422, ['id']])
  })
})

describe('another e-mail', () => {
  it('must be confirmed: a mail is queued, and tokens mailed to the former are void', async () => {
    const id = await known('avant@example.org')
    await sql(
      `insert into auth.tokens (token_hash, genre, user_id, expires_at)
       select sha256(g::bytea), g, $1, now() + interval '1 hour' from unnest('{confirmation,reinitialisation}'::text[]) g`,
      [id],
    )
    const [status, { data }] = await put(id, { email: ' Apres@example.org ' })
    expect([status, data.email, data.email_verified_at]).toEqual([200, 'Apres@example.org', null])
    expect(await sql('select genre from auth.tokens where user_id = $1', [id])).toEqual([])
    const jobs = await (await database.as('admin')).query(
      "select payload from graphile_worker._private_jobs where payload ->> 'email' = 'apres@example.org'",
    )
    expect(jobs.rows).toEqual([{ payload: { genre: 'confirmation', email: 'apres@example.org' } }])
    expect(await claimsOf('apres@example.org')).toMatchObject({
      id,
      validated: false,
      email: 'Apres@example.org',
    })
    const former = { email: 'avant@example.org', password: 'caserne-demo' }
    expect((await ask('POST', '/login', { body: former }))[0]).toBe(401)
  })

  it('equal to the old one changes nothing', async () => {
    const id = await known('meme@example.org')
    const [, { data }] = await put(id, { email: 'meme@example.org' })
    expect(data.email_verified_at).toEqual(utc)
  })

  it('of another account is refused, whatever its case; nothing else is changed then', async () => {
    const id = await known('veut@example.org')
    const body = { name: 'Changé', email: 'CHEF@example.org', disabled: true }
    expect(await put(id, body)).toEqual([
      422,
      { error: { email: ['Cette adresse e-mail est déjà utilisée.'] } },
    ])
    expect(await sql('select name, email, disabled_at from auth.users where id = $1', [id])).toEqual([
      { name: 'veut@example.org', email: 'veut@example.org', disabled_at: null },
    ])
  })

  it('taken by two accounts at the same time goes to one', async () => {
    const ids = [await known('un@example.org'), await known('deux@example.org')]
    const answers = await Promise.all(ids.map((id) => put(id, { email: 'trois@example.org' })))
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
    expect(answers.filter(([status]) => [409, 422].includes(status))).toHaveLength(1)
  })
})

describe('a disabled account', () => {
  it('loses access at once, to both APIs, and cannot sign in; it returns with a new login', async () => {
    const id = await known('sort@example.org')
    const { accessToken, refreshToken } = await servers.signIn('sort@example.org')
    expect(await readWith(accessToken)).toBe(200)
    expect((await put(id, { disabled: true }))[0]).toBe(200)
    expect(await readWith(accessToken)).toEqual(ended)
    expect(await ask('GET', '/me', { token: accessToken })).toEqual(ended)
    const refresh = () => ask('POST', '/refresh-token', { body: { token: refreshToken } })
    expect(await refresh()).toEqual([401, { error: 'Refresh token expired' }])
    const login = { email: 'sort@example.org', password: 'caserne-demo' }
    expect(await ask('POST', '/login', { body: login })).toEqual([401, { error: 'invalid credentials' }])
    expect((await put(id, { disabled: false }))[0]).toBe(200)
    expect(await readWith(accessToken)).toEqual(ended)
    expect((await refresh())[0]).toBe(401)
    expect(await readWith(await rights.newToken('sort@example.org'))).toBe(200)
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { makeAccount } from '../../support/users.ts'
import { admin, commandant, prefixes, useRights, utc } from './rights_fixture.ts'

const { ask, database, newToken, roleId, sapeurId, servers, sql, userId } = useRights()

// Names of the listed accounts.
const names = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name)

beforeAll(async () => {
  await makeAccount(database, { email: 'membre@example.org', name: 'Nicole Membre' })
  const id = await userId('membre@example.org')
  await sql("insert into auth.memberships (sis_key, user_id) values ('hs', $1)", [id])
  await sql('update auth.users set disabled_at = now() where id = $1', [id])
})

describe('GET /users', () => {
  it.each(prefixes)(
    'under %s lists the accounts with a role or a membership in the SIS, by name',
    async (prefix) => {
      const [status, body] = await ask('GET', '/users', { as: commandant, prefix })
      expect(status).toBe(200)
      expect(names(body)).toEqual([
        'Daniel Tobler',
        'Lecture',
        'Nicole Membre',
        'Ricarda Amsler',
        'Yves Berberat',
      ])
    },
  )

  it('shows the rights of each account here, and nothing of other SIS', async () => {
    const [, { data }] = await ask('GET', '/users', { as: commandant })
    expect(data).toContainEqual({
      id: await userId(commandant),
      name: 'Ricarda Amsler',
      email: commandant,
      email_verified_at: utc,
      admin: false,
      disabled: false,
      roles: [{ id: await roleId('Administration'), nom: 'Administration' }],
      sapeur_id: await sapeurId('Amsler Ricarda'),
      mobile: true,
      parti: false,
      created_at: utc,
      updated_at: utc,
    })
    expect(data).toContainEqual({
      id: await userId('membre@example.org'),
      name: 'Nicole Membre',
      email: 'membre@example.org',
      email_verified_at: null,
      admin: false,
      disabled: true,
      roles: [],
      sapeur_id: null,
      mobile: false,
      parti: false,
      created_at: utc,
      updated_at: utc,
    })
    const [, { data: there }] = await ask('GET', '/users', { as: 'autre@example.org', sis: 'test' })
    expect(there).toContainEqual(
      expect.objectContaining({
        email: commandant,
        roles: [{ id: await roleId('Consultation', 'test'), nom: 'Consultation' }],
        sapeur_id: await sapeurId('Aubry Pascal', 'test'),
      }),
    )
  })

  it('shows the manager of a SIS nobody of another', async () => {
    const [, body] = await ask('GET', '/users', { as: 'autre@example.org', sis: 'test' })
    expect(names(body)).toEqual(['Pascal Aubry', 'Ricarda Amsler'])
  })

  it('shows administrators the SIS that they name, or every account on request', async () => {
    const [, ofSis] = await ask('GET', '/users', { as: admin, sis: 'test' })
    expect(names(ofSis)).toEqual(['Pascal Aubry', 'Ricarda Amsler'])
    const [, again] = await ask('GET', '/users?tous=false', { as: admin, sis: 'test' })
    expect(again).toEqual(ofSis)
    const [status, all] = await ask('GET', '/users?tous=true', { as: admin, sis: 'test' })
    expect(status).toBe(200)
    expect(names(all)).toEqual([
      'Administration',
      'Daniel Tobler',
      'Lecture',
      'Nicole Membre',
      'Nouvelle Venue',
      'Pascal Aubry',
      'Ricarda Amsler',
      'Yves Berberat',
    ])
    const [chef] = all.data.filter(({ email }: { email: string }) => email === 'chef@example.org')
    expect(chef).toMatchObject({ roles: [], sapeur_id: null, mobile: false })
  })

  it('shows administrators without a Sis-Key every account, with its rights in each SIS', async () => {
    const [status, { data }] = await ask('GET', '/users', { as: admin, sis: null })
    expect(status).toBe(200)
    expect(names({ data })).toEqual([
      'Administration',
      'Daniel Tobler',
      'Lecture',
      'Nicole Membre',
      'Nouvelle Venue',
      'Pascal Aubry',
      'Ricarda Amsler',
      'Yves Berberat',
    ])
    expect(data[6]).toEqual({
      id: await userId(commandant),
      name: 'Ricarda Amsler',
      email: commandant,
      email_verified_at: utc,
      admin: false,
      disabled: false,
      roles: [],
      sapeur_id: null,
      mobile: false,
      parti: false,
      sis: [
        {
          api_key: 'hs',
          roles: [{ id: await roleId('Administration'), nom: 'Administration' }],
          sapeur_id: await sapeurId('Amsler Ricarda'),
          mobile: true,
          parti: false,
        },
        {
          api_key: 'test',
          roles: [{ id: await roleId('Consultation', 'test'), nom: 'Consultation' }],
          sapeur_id: await sapeurId('Aubry Pascal', 'test'),
          mobile: true,
          parti: false,
        },
      ],
      created_at: utc,
      updated_at: utc,
    })
    expect(data[3].sis).toEqual([{ api_key: 'hs', roles: [], sapeur_id: null, mobile: false, parti: false }])
    expect(data[4].sis).toEqual([])
  })

  it('requires a Sis-Key of everyone else, former administrators included', async () => {
    for (const as of [commandant, 'nouveau@example.org'])
      expect(await ask('GET', '/users', { as, sis: null })).toEqual([401, { error: 'Sis non sélectionné' }])
    await makeAccount(database, { email: 'ancien@example.org', admin: true })
    const token = await newToken('ancien@example.org')
    await sql("update auth.users set is_admin = false where email = 'ancien@example.org'")
    expect(await ask('GET', '/users', { token, sis: null })).toEqual([
      403,
      { error: 'Permission requise : admin' },
    ])
    await sql("delete from auth.users where email = 'ancien@example.org'")
  })

  it.each([null, 'hs'])('comes in pages on request (Sis-Key %s)', async (sis) => {
    const [, { data: all }] = await ask('GET', '/users', { as: admin, sis })
    const found: unknown[] = []
    let next: string | undefined = '/api/v1/users?limit=2'
    while (next !== undefined) {
      const answer = await servers.auth(next, { as: admin, ...(sis === null ? {} : { sis }) })
      expect(answer.body.data.length).toBeLessThanOrEqual(2)
      found.push(...answer.body.data)
      next = /<(.*)>/.exec(answer.headers.get('link') ?? '')?.[1]
    }
    expect(found).toEqual(all)
    expect((await ask('GET', '/users?limit=2&apres=x', { as: admin, sis }))[0]).toBe(422)
  })

  it('shows every account to administrators only', async () => {
    const error = 'Permission requise : admin'
    expect(await ask('GET', '/users?tous=true', { as: commandant })).toEqual([403, { error }])
  })

  it.each(['tous=oui', 'tous=1', 'tous=', 'tous=true&tous=true', 'tous[x]=true'])(
    'refuses ?%s',
    async (query) => {
      const [status, body] = await ask('GET', `/users?${query}`, { as: admin })
      expect([status, Object.keys(body.error)]).toEqual([422, ['tous']])
    },
  )
})

import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { admin, commandant, prefixes, useRights, utc } from './rights_fixture.ts'

const { ask, database, makeRole, roleId, sql, userId } = useRights()
const unknown = [404, { error: 'Invitation inconnue' }]

const roles = { consultation: 0, instruction: 0, there: 0 }
beforeAll(async () => {
  roles.consultation = await roleId('Consultation')
  roles.instruction = await roleId('Instruction')
  roles.there = await roleId('Consultation', 'test')
})

// A new invitation to the role Consultation: its record and token.
async function invite(email?: string) {
  const body = { roles: [roles.consultation], ...(email === undefined ? {} : { email }) }
  const [status, { data }] = await ask('POST', '/invitations', { as: commandant, body })
  expect(status).toBe(201)
  return data
}

// Ids of the listed invitations.
async function listed(): Promise<number[]> {
  const [, { data }] = await ask('GET', '/invitations', { as: commandant })
  return data.map(({ id }: { id: number }) => id)
}

const jobs = async () =>
  (await (await database.as('admin')).query('select payload from graphile_worker._private_jobs order by id'))
    .rows

describe('POST /invitations', () => {
  it.each(prefixes)('under %s answers the invitation and, only this once, its token', async (prefix) => {
    const body = { roles: [roles.instruction, roles.consultation, roles.consultation] }
    const [status, { data }] = await ask('POST', '/invitations', { as: commandant, prefix, body })
    expect(status).toBe(201)
    const record = {
      id: data.id,
      email: null,
      sapeur_id: null,
      roles: [
        { id: roles.consultation, nom: 'Consultation' },
        { id: roles.instruction, nom: 'Instruction' },
      ],
      created_at: utc,
      expires_at: utc,
    }
    expect(data).toEqual({ ...record, token: expect.stringMatching(/^[\w-]{43}$/) })
    expect(Date.parse(data.expires_at) - Date.parse(data.created_at)).toBe(30 * 86_400_000)
    const [, list] = await ask('GET', '/invitations', { as: commandant, prefix })
    expect(list.data).toContainEqual(record)
  })

  it('stores the SHA-256 of the token, and the token nowhere', async () => {
    const { id, token } = await invite()
    const hash = createHash('sha256').update(token).digest()
    expect(await sql('select token_hash from auth.tokens where invitation_id = $1', [id])).toEqual([
      { token_hash: hash },
    ])
    expect(JSON.stringify(await sql('select * from auth.invitations where id = $1', [id]))).not.toContain(
      token,
    )
  })

  it('records the maker', async () => {
    const { id } = await invite()
    expect(await sql('select created_by::integer from auth.invitations where id = $1', [id])).toEqual([
      { created_by: await userId(commandant) },
    ])
  })

  it('has it mailed to the e-mail, if any, by a job without the token', async () => {
    const before = (await jobs()).length
    await invite()
    expect(await jobs()).toHaveLength(before)
    const { id, email } = await invite('  Recrue@example.org ')
    expect(email).toBe('Recrue@example.org')
    const all = await jobs()
    expect(all).toHaveLength(before + 1)
    expect(all.at(-1)).toEqual({ payload: { genre: 'invitation', sis_key: 'hs', invitation_id: id } })
  })

  it('invites to the SIS that an administrator names', async () => {
    const body = { roles: [roles.there] }
    const [status, { data }] = await ask('POST', '/invitations', { as: admin, sis: 'test', body })
    expect([status, data.roles]).toEqual([201, [{ id: roles.there, nom: 'Consultation' }]])
    expect(await listed()).not.toContain(data.id)
  })

  it('ignores unknown keys', async () => {
    const extras = {
      id: 1,
      sis_key: 'test',
      token: 'mine',
      created_by: 1,
      expires_at: '2099-01-01',
      used_at: 'x',
    }
    const body = { roles: [roles.consultation], ...extras }
    const [status, { data }] = await ask('POST', '/invitations', { as: commandant, body })
    expect(status).toBe(201)
    expect([data.token === 'mine', data.expires_at < '2099']).toEqual([false, true])
    expect(await listed()).toContain(data.id)
  })

  const required = ['Ce champ est obligatoire.']
  it.each<[body: unknown, error: unknown]>([
    [{}, { roles: required }],
    [{ roles: [] }, { roles: ['Il faut au moins 1 élément(s).'] }],
    [{ roles: null }, { roles: ['Ce champ doit être une liste.'] }],
    [{ roles: ['sept'] }, { 'roles.0': ['Ce champ doit être un nombre entier.'] }],
    [{ roles: [-7] }, { 'roles.0': ['La valeur doit être d’au moins 1.'] }],
    [{ roles: [999_999] }, { roles: ['Rôle inconnu : 999999'] }],
    [{ roles: [1], email: 'recrue' }, { email: ['Le format n’est pas valide (email).'] }],
    [{ roles: [1], email: 7 }, { email: ['Ce champ doit être un texte.'] }],
    [
      { roles: [1], email: `${'x'.repeat(250)}@example.org` },
      { email: ['Ce champ ne doit pas dépasser 255 caractères.'] },
    ],
  ])('refuses %j', async (body, error) => {
    const before = await sql('select from auth.invitations')
    expect(await ask('POST', '/invitations', { as: commandant, body })).toEqual([422, { error }])
    expect(await sql('select from auth.invitations')).toHaveLength(before.length)
  })

  it('refuses roles of another SIS', async () => {
    const body = { roles: [roles.consultation, roles.there] }
    for (const as of [commandant, admin])
      expect(await ask('POST', '/invitations', { as, body })).toEqual([
        422,
        { error: { roles: [`Rôle inconnu : ${roles.there}`] } },
      ])
  })
})

describe('GET /invitations', () => {
  it('lists the open invitations of the SIS, newest first', async () => {
    const [first, second, third, fourth] = [await invite(), await invite(), await invite(), await invite()]
    await sql("update auth.invitations set expires_at = now() - interval '1 second' where id = $1", [
      second.id,
    ])
    await sql('update auth.invitations set used_at = now() where id = $1', [third.id])
    const ids = await listed()
    expect(ids.slice(0, 2)).toEqual([fourth.id, first.id])
    expect(ids).not.toContain(second.id)
    expect(ids).not.toContain(third.id)
    const [, { data: there }] = await ask('GET', '/invitations', { as: 'autre@example.org', sis: 'test' })
    expect(there.map(({ id }: { id: number }) => id)).not.toContain(first.id)
  })
})

describe('DELETE /invitations/{id}', () => {
  it.each(prefixes)('under %s withdraws an invitation, once', async (prefix) => {
    const { id } = await invite()
    expect(await ask('DELETE', `/invitations/${id}`, { as: commandant, prefix })).toEqual([204, null])
    expect(await ask('DELETE', `/invitations/${id}`, { as: commandant, prefix })).toEqual(unknown)
    expect(await listed()).not.toContain(id)
    expect(await sql('select from auth.tokens where invitation_id = $1', [id])).toEqual([])
  })

  it('finds none that was taken, that belongs to another SIS, or that never existed', async () => {
    const { id } = await invite()
    expect(await ask('DELETE', `/invitations/${id}`, { as: 'autre@example.org', sis: 'test' })).toEqual(
      unknown,
    )
    expect(await ask('DELETE', `/invitations/${id}`, { as: admin, sis: 'test' })).toEqual(unknown)
    await sql('update auth.invitations set used_at = now() where id = $1', [id])
    expect(await ask('DELETE', `/invitations/${id}`, { as: commandant })).toEqual(unknown)
    expect(await ask('DELETE', '/invitations/999999', { as: commandant })).toEqual(unknown)
  })

  it.each(['x', '0', '-1', '1.5', '9007199254740992'])('refuses %s as an id', async (id) => {
    const [status, body] = await ask('DELETE', `/invitations/${id}`, { as: commandant })
    expect([status, Object.keys(body.error)]).toEqual([422, ['id']])
  })
})

it('a deleted role is removed from its invitations', async () => {
  const role = await makeRole('Bref', ['sapeur.lecture'])
  const body = { roles: [role, roles.consultation] }
  const [, { data }] = await ask('POST', '/invitations', { as: commandant, body })
  expect(await ask('DELETE', `/roles/${role}`, { as: commandant })).toEqual([204, null])
  const [, list] = await ask('GET', '/invitations', { as: commandant })
  const [left] = list.data.filter(({ id }: { id: number }) => id === data.id)
  expect(left.roles).toEqual([{ id: roles.consultation, nom: 'Consultation' }])
})

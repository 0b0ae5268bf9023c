import { beforeAll, describe, expect, it } from 'vitest'
import { makeAccount } from '../../support/users.ts'
import { admin, commandant, prefixes, useRights, utc } from './rights_fixture.ts'

const rights = useRights()
const { ask, claimsOf, database, makeRole, roleId, sql, userId } = rights
const unknown = [404, { error: 'Utilisateur inconnu' }]

const roles = { consultation: 0, instruction: 0, there: 0 }
let chef = 0

beforeAll(async () => {
  roles.consultation = await roleId('Consultation')
  roles.instruction = await roleId('Instruction')
  roles.there = await roleId('Instruction', 'test')
  chef = await userId('chef@example.org')
})

// Makes an account with one role in each SIS; returns its id.
async function inBoth(email: string): Promise<number> {
  return makeAccount(database, { email, permissions: { hs: ['sapeur.lecture'], test: ['sis.config'] } })
}

describe('PUT /users/{id}/roles', () => {
  it.each(prefixes)('under %s sets the roles of the account, and answers its full record', async (prefix) => {
    const email = `change${prefixes.indexOf(prefix)}@example.org`
    const id = await inBoth(email)
    const body = { roles: [roles.instruction, roles.consultation] }
    expect(await ask('PUT', `/users/${id}/roles`, { as: commandant, prefix, body })).toEqual([
      200,
      {
        data: {
          id,
          name: email,
          email,
          email_verified_at: null,
          admin: false,
          disabled: false,
          roles: [
            { id: roles.consultation, nom: 'Consultation' },
            { id: roles.instruction, nom: 'Instruction' },
          ],
          sapeur_id: null,
          mobile: false,
          parti: false,
          created_at: utc,
          updated_at: utc,
        },
      },
    ])
  })

  it('leaves the roles in other SIS untouched', async () => {
    const id = await inBoth('ailleurs@example.org')
    await ask('PUT', `/users/${id}/roles`, { as: commandant, body: { roles: [roles.consultation] } })
    expect((await claimsOf('ailleurs@example.org')).permissions).toEqual({
      hs: ['exercice.lecture', 'intervention.lecture', 'sapeur.lecture'],
      test: ['sis.config'],
    })
    await ask('PUT', `/users/${id}/roles`, { as: commandant, body: { roles: [] } })
    expect((await claimsOf('ailleurs@example.org')).permissions).toEqual({ test: ['sis.config'] })
  })

  it('accepts a role named twice, and a repetition of the call', async () => {
    const body = { roles: [roles.consultation, roles.consultation] }
    for (const _ of [1, 2]) {
      const [status, { data }] = await ask('PUT', `/users/${chef}/roles`, { as: admin, body })
      expect([status, data.roles]).toEqual([200, [{ id: roles.consultation, nom: 'Consultation' }]])
    }
  })

  it('leaves the sapeur and the mobile alerts of the account', async () => {
    const before = await claimsOf('sapeur@example.org')
    const id = await userId('sapeur@example.org')
    const body = { roles: [roles.consultation], sapeur_id: null, mobile: false, admin: true, sis_key: 'test' }
    await ask('PUT', `/users/${id}/roles`, { as: commandant, body })
    expect(await claimsOf('sapeur@example.org')).toEqual({
      ...before,
      permissions: { hs: ['exercice.lecture', 'intervention.lecture', 'sapeur.lecture'] },
    })
  })

  it('ends rights with the next token, and at once where rights are given', async () => {
    await makeAccount(database, { email: 'part@example.org', permissions: { hs: ['utilisateur.tout'] } })
    const token = await rights.newToken('part@example.org')
    expect((await ask('GET', '/users', { token }))[0]).toBe(200)
    const path = `/users/${await userId('part@example.org')}/roles`
    expect((await ask('PUT', path, { as: commandant, body: { roles: [] } }))[0]).toBe(200)
    expect(await ask('GET', '/users', { token })).toEqual([
      403,
      { error: 'Permission requise : utilisateur.tout' },
    ])
  })

  it('lets a manager give up their own rights', async () => {
    const permissions = { hs: ['utilisateur.tout', 'sapeur.lecture'] }
    const id = await makeAccount(database, { email: 'lasse@example.org', permissions })
    const answer = await ask('PUT', `/users/${id}/roles`, { as: 'lasse@example.org', body: { roles: [] } })
    expect(answer).toMatchObject([200, { data: { roles: [] } }])
  })

  it('gives any account a role when an administrator calls it', async () => {
    const id = await userId('nouveau@example.org')
    const body = { roles: [roles.there] }
    const [status, { data }] = await ask('PUT', `/users/${id}/roles`, { as: admin, sis: 'test', body })
    expect([status, data.roles]).toEqual([200, [{ id: roles.there, nom: 'Instruction' }]])
  })
})

describe('a manager is refused', () => {
  it('accounts without a tie to their SIS, and unknown ones', async () => {
    for (const id of [await userId('autre@example.org'), await userId(admin), 999_999])
      expect(await ask('PUT', `/users/${id}/roles`, { as: commandant, body: { roles: [] } })).toEqual(unknown)
    expect((await claimsOf('autre@example.org')).permissions.test).toHaveLength(19)
  })

  it('unknown accounts, like an administrator', async () => {
    expect(await ask('PUT', '/users/999999/roles', { as: admin, body: { roles: [] } })).toEqual(unknown)
  })

  it('roles of another SIS, and unknown ones: nothing is changed', async () => {
    const before = await claimsOf('chef@example.org')
    const body = { roles: [roles.instruction, roles.there, 999_999] }
    const error = { roles: [`Rôle inconnu : ${roles.there}, 999999`] }
    expect(await ask('PUT', `/users/${chef}/roles`, { as: commandant, body })).toEqual([422, { error }])
    expect(await claimsOf('chef@example.org')).toEqual(before)
  })

  it.each<[body: unknown, error: unknown]>([
    [{}, { roles: ['Ce champ est obligatoire.'] }],
    [{ roles: null }, { roles: ['Ce champ doit être une liste.'] }],
    [{ roles: 1 }, { roles: ['Ce champ doit être une liste.'] }],
    [{ roles: ['1.5'] }, { 'roles.0': ['Ce champ doit être un nombre entier.'] }],
    [{ roles: [1.5] }, { 'roles.0': ['Ce champ doit être un nombre entier.'] }],
    [{ roles: [1, 0] }, { 'roles.1': ['La valeur doit être d’au moins 1.'] }],
    [{ roles: [1e300] }, { 'roles.0': ['La valeur ne doit pas dépasser 9007199254740991.'] }],
    [{ roles: Array(101).fill(1) }, { roles: ['Il faut au plus 100 élément(s).'] }],
  ])('input such as %j', async (body, error) => {
    expect(await ask('PUT', `/users/${chef}/roles`, { as: commandant, body })).toEqual([422, { error }])
  })

  it('an invalid id', async () => {
    const error = { id: ['Ce champ doit être un nombre entier.'] }
    const body = { roles: [] }
    expect(await ask('PUT', '/users/moi/roles', { as: commandant, body })).toEqual([422, { error }])
  })
})

describe('two simultaneous calls', () => {
  it('a role that is deleted while it is given is either held, or gone', async () => {
    for (let round = 0; round < 5; round++) {
      const role = await makeRole(`Éphémère ${round}`, ['sapeur.lecture'])
      const [given, deleted] = await Promise.all([
        ask('PUT', `/users/${chef}/roles`, { as: commandant, body: { roles: [role] } }),
        ask('DELETE', `/roles/${role}`, { as: commandant }),
      ])
      const held = await sql('select role_id::integer from auth.user_roles where user_id = $1', [chef])
      if (deleted[0] === 204) expect(held).not.toContainEqual({ role_id: role })
      else expect([given[0], deleted[0], held]).toEqual([200, 409, [{ role_id: role }]])
    }
  })
})

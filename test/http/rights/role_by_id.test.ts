import { beforeAll, describe, expect, it } from 'vitest'
import { makeAccount } from '../../support/users.ts'
import { admin, commandant, prefixes, useRights } from './rights_fixture.ts'

const rights = useRights()
const { ask, claimsOf, makeRole, roleId } = rights

const unknown = [404, { error: 'Rôle inconnu' }]
const taken = [409, { error: 'Un rôle de ce nom existe déjà' }]

describe('PUT /roles/{id}', () => {
  it.each(prefixes)('under %s changes the sent fields and leaves the rest', async (prefix) => {
    const id = await makeRole(`Avant ${prefix}`, ['sis.config', 'sapeur.lecture'])
    const put = (body: unknown) => ask('PUT', `/roles/${id}`, { as: commandant, prefix, body })
    const record = {
      id,
      nom: `Avant ${prefix}`,
      permissions: ['sapeur.lecture', 'sis.config'],
      utilisateurs: 0,
    }
    expect(await put({})).toEqual([200, { data: record }])
    expect(await put({ nom: `Après ${prefix}` })).toEqual([
      200,
      { data: { ...record, nom: `Après ${prefix}` } },
    ])
    expect(await put({ permissions: ['sis.config'] })).toEqual([
      200,
      { data: { ...record, nom: `Après ${prefix}`, permissions: ['sis.config'] } },
    ])
    expect(await put({ permissions: [] })).toEqual([
      200,
      { data: { ...record, nom: `Après ${prefix}`, permissions: [] } },
    ])
  })

  it('accepts the whole record as it was answered', async () => {
    const id = await makeRole('Entier', ['sis.config'])
    const record = { id, nom: 'Entier', permissions: ['sis.config'], utilisateurs: 0 }
    expect(await ask('PUT', `/roles/${id}`, { as: commandant, body: record })).toEqual([
      200,
      { data: record },
    ])
  })

  it('gives the accounts of the role its new permissions with their next token', async () => {
    await makeAccount(rights.database, { email: 'tient@example.org', permissions: { hs: ['sis.config'] } })
    const id = await roleId('tient@example.org')
    expect((await claimsOf('tient@example.org')).permissions).toEqual({ hs: ['sis.config'] })
    await ask('PUT', `/roles/${id}`, { as: commandant, body: { permissions: ['sapeur.lecture'] } })
    expect((await claimsOf('tient@example.org')).permissions).toEqual({ hs: ['sapeur.lecture'] })
  })

  it('refuses the name of another role', async () => {
    const id = await makeRole('Veut changer', [])
    expect(await ask('PUT', `/roles/${id}`, { as: commandant, body: { nom: 'Consultation' } })).toEqual(taken)
    expect((await rights.sql('select nom from auth.roles where id = $1', [id]))[0]).toEqual({
      nom: 'Veut changer',
    })
  })

  it('changes nothing when the new permissions are refused', async () => {
    const id = await makeRole('Tout ou rien', ['sis.config'])
    const body = { nom: 'Changé', permissions: ['sis.lecture'] }
    expect(await ask('PUT', `/roles/${id}`, { as: commandant, body })).toEqual([
      422,
      { error: { permissions: ['Permission inconnue : sis.lecture'] } },
    ])
    expect((await rights.sql('select nom from auth.roles where id = $1', [id]))[0]).toEqual({
      nom: 'Tout ou rien',
    })
  })

  it.each<[body: unknown, error: unknown]>([
    [{ nom: '' }, { nom: ['Ce champ est obligatoire.'] }],
    [{ nom: null }, { nom: ['Ce champ doit être un texte.'] }],
    [{ nom: 'x'.repeat(256) }, { nom: ['Ce champ ne doit pas dépasser 255 caractères.'] }],
    [{ permissions: null }, { permissions: ['Ce champ doit être une liste.'] }],
    [{ permissions: ['admin'] }, { permissions: ['Permission inconnue : admin'] }],
  ])('refuses %j', async (body, error) => {
    const id = await roleId('Consultation')
    expect(await ask('PUT', `/roles/${id}`, { as: commandant, body })).toEqual([422, { error }])
  })
})

describe('DELETE /roles/{id}', () => {
  it.each(prefixes)('under %s deletes a role without accounts', async (prefix) => {
    const id = await makeRole('Passager', ['sis.config'])
    const remove = () => ask('DELETE', `/roles/${id}`, { as: commandant, prefix })
    expect(await remove()).toEqual([204, null])
    expect(await remove()).toEqual(unknown)
  })

  it('refuses a role in use, with the number of its accounts', async () => {
    const id = await roleId("Chef d'intervention")
    const error = 'Ce rôle est encore attribué à 1 compte(s)'
    expect(await ask('DELETE', `/roles/${id}`, { as: commandant })).toEqual([409, { error }])
    expect((await claimsOf('chef@example.org')).permissions.hs).toContain('intervention.validation')
  })
})

describe('a role', () => {
  let elsewhere = 0
  beforeAll(async () => {
    elsewhere = await roleId('Consultation', 'test')
  })

  it('that does not exist, or is of another SIS, is unknown', async () => {
    for (const id of [elsewhere, 999_999, Number.MAX_SAFE_INTEGER])
      for (const as of [commandant, admin]) {
        expect(await ask('PUT', `/roles/${id}`, { as, body: { nom: 'À moi' } })).toEqual(unknown)
        expect(await ask('DELETE', `/roles/${id}`, { as })).toEqual(unknown)
      }
    expect(await roleId('Consultation', 'test')).toBe(elsewhere)
  })

  it.each([
    ['abc', 'Ce champ doit être un nombre entier.'],
    ['1.5', 'Ce champ doit être un nombre entier.'],
    ['0', 'La valeur doit être d’au moins 1.'],
    ['-1', 'La valeur doit être d’au moins 1.'],
    ['99999999999999999999', 'La valeur ne doit pas dépasser 9007199254740991.'],
  ])('named %s is no role', async (id, sentence) => {
    const error = { id: [sentence] }
    expect(await ask('PUT', `/roles/${id}`, { as: commandant, body: {} })).toEqual([422, { error }])
    expect(await ask('DELETE', `/roles/${id}`, { as: commandant })).toEqual([422, { error }])
  })
})

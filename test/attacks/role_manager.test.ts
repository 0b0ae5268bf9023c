import { describe, expect, it } from 'vitest'
import type { StatusAndBody } from '../http/rights/rights_fixture.ts'
import { manager, managerPermissions, useAttacker } from './role_manager_fixture.ts'

const { ask, everyone, inSql, overHttp, resolve, userId } = useAttacker()

const role = (...permissions: string[]) => ({ nom: 'Bidon', permissions })
const only = (...permissions: string[]) => ({ permissions })
const roles = (...roles: string[]) => ({ roles })

const lacks = (permissions: string): StatusAndBody => [
  403,
  { error: `Vous ne pouvez donner ni retirer ce que vous n’avez pas vous-même : ${permissions}` },
]
const invalid = (field: string, sentence: string): StatusAndBody => [422, { error: { [field]: [sentence] } }]
const unknown = (what: string) => invalid('permissions', `Permission inconnue : ${what}`)

const all =
  'comptabilite.config, comptabilite.lecture, comptabilite.modification, exercice.config, exercice.lecture, ' +
  'exercice.modification, exercice.presence, exercice.validation, intervention.config, intervention.modification, ' +
  'intervention.validation, organisation.modification, sapeur.config, sapeur.modification, sis.config'
const taught =
  'exercice.config, exercice.lecture, exercice.modification, exercice.presence, exercice.validation'
const stronger = lacks(all)
const notHis = invalid('roles', 'Rôle inconnu : $there')
const noRole: StatusAndBody = [404, { error: 'Rôle inconnu' }]
const noUser: StatusAndBody = [404, { error: 'Utilisateur inconnu' }]
const noInvitation: StatusAndBody = [404, { error: 'Invitation inconnue' }]
const forAdmins: StatusAndBody = [403, { error: 'Permission requise : admin' }]

// `$name` stands for an id that the fixture makes.
const attacks: [title: string, request: string, body: unknown, refused: StatusAndBody][] = [
  ['make a role of a permission that they lack', 'POST /roles', role('sis.config'), lacks('sis.config')],
  [
    'hide such a permission among their own',
    'POST /roles',
    role(...managerPermissions, 'sis.config'),
    lacks('sis.config'),
  ],
  ['make a role of administrators', 'POST /roles', role('admin'), unknown('admin')],
  ['make a role of everything by a pattern', 'POST /roles', role('%', '*'), unknown('%, *')],
  ['name two permissions in one', 'POST /roles', role('a,sis.config'), unknown('a,sis.config')],
  ['add what they lack to their own role', 'PUT /roles/$own', only('sis.config'), lacks('sis.config')],
  ['add what they lack to a weak role', 'PUT /roles/$weak', only('sis.config'), lacks('sis.config')],
  ['make a weak role one of administrators', 'PUT /roles/$weak', only('admin'), unknown('admin')],
  ['strip a stronger role', 'PUT /roles/$strong', only('sapeur.lecture'), stronger],
  ['empty a stronger role', 'PUT /roles/$strong', only(), stronger],
  ['rename a stronger role', 'PUT /roles/$strong', { nom: 'Bidon' }, stronger],
  ['delete a stronger role that nobody holds', 'DELETE /roles/$unheld', undefined, lacks(taught)],
  ['give themselves a stronger role', 'PUT /users/$self/roles', roles('$own', '$strong'), stronger],
  ['give it to another', 'PUT /users/$chef/roles', roles('$strong'), stronger],
  ['take it from another', 'PUT /users/$commandant/roles', roles(), stronger],
  ['exchange it for a weaker one', 'PUT /users/$commandant/roles', roles('$weak'), stronger],
  ['invite someone to it', 'POST /invitations', roles('$strong'), stronger],
  ['invite someone to it among others', 'POST /invitations', roles('$weak', '$unheld'), lacks(taught)],
  ['change a role of another SIS', 'PUT /roles/$there', { nom: 'Pris' }, noRole],
  ['delete a role of another SIS', 'DELETE /roles/$there', undefined, noRole],
  ['give themselves one', 'PUT /users/$self/roles', roles('$own', '$there'), notHis],
  ['give one to someone there', 'PUT /users/$commandant/roles', roles('$strong', '$there'), notHis],
  ['invite someone to one', 'POST /invitations', roles('$there'), notHis],
  ['take an invitation of another SIS back', 'DELETE /invitations/$invitationThere', undefined, noInvitation],
  ['give someone of another SIS a role', 'PUT /users/$autre/roles', roles('$weak'), noUser],
  ['make them a member', 'PUT /users/$autre/sis', { mobile: true }, noUser],
  ['give an administrator a role', 'PUT /users/$admin/roles', roles('$weak'), noUser],
  ['make an administrator a member', 'PUT /users/$admin/sis', { mobile: true }, noUser],
  [
    'be a sapeur of another SIS',
    'PUT /users/$self/sis',
    { sapeur_id: '$sapeurThere' },
    invalid('sapeur_id', 'Sapeur inconnu'),
  ],
  ['list all accounts there are', 'GET /users?tous=true', undefined, forAdmins],
  ['make themselves administrator', 'PUT /users/$self', { admin: true }, forAdmins],
  ['take the administration from another', 'PUT /users/$admin', { admin: false }, forAdmins],
  ['close the account of the last administrator', 'PUT /users/$admin', { disabled: true }, forAdmins],
  ['take over an account by its e-mail', 'PUT /users/$commandant', { email: 'v@example.org' }, forAdmins],
  ['close an account of their SIS', 'PUT /users/$chef', { disabled: true }, forAdmins],
  ['learn whether an account exists', 'PUT /users/999999', {}, forAdmins],
  ['open a SIS', 'POST /sis', { api_key: 'sien', nom: 'SIS Sien' }, forAdmins],
  ['rename their SIS', 'PUT /sis/hs', { nom: 'SIS Sien' }, forAdmins],
  ['rename another SIS', 'PUT /sis/test', { nom: 'SIS Sien' }, forAdmins],
]

describe('the manager of a SIS cannot, over HTTP or in SQL,', () => {
  it.each(attacks)('%s', async (_title, request, body, refused) => {
    const before = await everyone()
    expect(await overHttp(request, body)).toEqual(resolve(refused))
    expect(await inSql(request, body)).toEqual(resolve(refused))
    expect(await everyone()).toEqual(before)
  })
})

describe('the last administrator stays', () => {
  it.each([[{ admin: false }], [{ disabled: true }]])('when they send %j for themselves', async (body) => {
    const last = [409, { error: 'Il doit rester au moins un administrateur' }]
    expect(await overHttp('PUT /users/$admin', body, 'admin@example.org')).toEqual(last)
    expect(await inSql('PUT /users/$admin', body, 'admin@example.org')).toEqual(last)
  })
})

describe('the manager of one SIS who only reads in another', () => {
  it.each([
    ['PUT', '/users/$commandant/roles', roles('$there'), 'utilisateur.tout'],
    ['DELETE', '/roles/$there', undefined, 'utilisateur.config'],
    ['POST', '/invitations', roles('$there'), 'utilisateur.tout'],
    ['GET', '/users', undefined, 'utilisateur.tout'],
  ])('is refused in the other: %s %s', async (method, path, body, permission) => {
    const asking = { as: 'commandant@example.org', sis: 'test', body: body && resolve(body) }
    const error = `Permission requise : ${permission}`
    expect(await ask(method, resolve(path), asking)).toEqual([403, { error }])
  })
})

describe('the manager of a SIS can', () => {
  it('make roles of permissions that they hold, and give, take and delete them', async () => {
    const [made, { data }] = await overHttp('POST /roles', role('sapeur.lecture', 'intervention.lecture'))
    const path = `/users/${await userId('lecteur@example.org')}/roles`
    const [given] = await ask('PUT', path, { as: manager, body: { roles: [data.id] } })
    const [taken] = await ask('PUT', path, { as: manager, body: { roles: [] } })
    const [deleted] = await ask('DELETE', `/roles/${data.id}`, { as: manager })
    expect([made, given, taken, deleted]).toEqual([201, 200, 200, 204])
  })

  it('give a weak role to someone beside a stronger one that stays', async () => {
    const [status, { data }] = await overHttp('PUT /users/$commandant/roles', roles('$strong', '$weak'))
    expect([status, data.roles.map(({ nom }: { nom: string }) => nom)]).toEqual([
      200,
      ['Administration', 'Faible'],
    ])
  })
})

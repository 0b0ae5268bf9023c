import { beforeAll, describe, expect, it } from 'vitest'
import { readDocument } from '../../../src/http/document/document.ts'
import type { Operation } from '../../../src/http/document/operation.ts'
import { changeAccount, makeAccount } from '../../support/users.ts'
import { admin, prefixes, type StatusAndBody, useRights } from './rights_fixture.ts'

const rights = useRights()
const { database, servers } = rights

// Every operation that requires a permission.
const doors = readDocument('auth').operations.filter(({ permissions }) => permissions?.length)
const ofSis = doors.filter(({ needsSis }) => needsSis)
const ofAdmins = doors.filter(({ needsSis }) => !needsSis)

const bodies: Record<string, unknown> = {
  create_sis: { api_key: 'zz', nom: 'SIS ZZ' },
  update_sis: {},
  update_user: {},
  create_role: { nom: 'Essai', permissions: [] },
  update_role: {},
  update_user_roles: { roles: [] },
  update_user_sis: {},
  create_invitation: { roles: [1] },
}

const manager = { hs: ['utilisateur.tout', 'utilisateur.config', 'intervention.lecture'] }

beforeAll(async () => {
  for (const email of ['retire@example.org', 'sans@example.org', 'ferme@example.org'])
    await makeAccount(database, { email, permissions: manager })
  await makeAccount(database, { email: 'ancien@example.org', admin: true })
  // The tokens come first, so that their claims are outdated.
  for (const email of ['retire@example.org', 'sans@example.org', 'ferme@example.org', 'ancien@example.org'])
    await servers.signIn(email)
  await rights.sql(
    `delete from auth.role_permissions where permission like 'utilisateur.%'
        and role_id in (select id from auth.roles where nom = 'retire@example.org')`,
  )
  await rights.sql(
    "delete from auth.user_roles where role_id in (select id from auth.roles where nom = 'sans@example.org')",
  )
  await changeAccount(database, 'ferme@example.org', 'disabled_at = now()')
  await changeAccount(database, 'ancien@example.org', 'is_admin = false')
})

// The answers of these operations, by name.
async function answers(
  operations: Operation[],
  asking: Parameters<typeof rights.ask>[2],
): Promise<Record<string, StatusAndBody>> {
  const found: Record<string, StatusAndBody> = {}
  for (const { id, method, path } of operations) {
    const concrete = path.replace('{id}', '1').replace('{api_key}', 'hs')
    found[id] = await rights.ask(method.toUpperCase(), concrete, { body: bodies[id], ...asking })
  }
  return found
}

// The same answer, or one that depends on the operation, for each of these.
function each(operations: Operation[], answer: (operation: Operation) => StatusAndBody) {
  return Object.fromEntries(operations.map((operation) => [operation.id, answer(operation)]))
}

const lacking = ({ permissions }: Operation): StatusAndBody => [
  403,
  { error: `Permission requise : ${permissions?.join(' ou ')}` },
]
const refused = (): StatusAndBody => [401, { error: 'Accès refusé' }]

it('eleven operations concern a SIS, three are for administrators', () => {
  expect(ofSis).toHaveLength(11)
  expect(ofAdmins.map(({ id }) => id)).toEqual(['create_sis', 'update_sis', 'update_user'])
})

describe.each(prefixes)('under %s', (prefix) => {
  it('a missing Sis-Key is reported before the token is checked', async () => {
    const found = await answers(ofSis, { prefix, sis: null, token: 'nonsense' })
    expect(found).toEqual(each(ofSis, () => [401, { error: 'Sis non sélectionné' }]))
  })

  it('nobody passes without a token, or with an invalid one', async () => {
    expect(await answers(doors, { prefix })).toEqual(each(doors, refused))
    expect(await answers(doors, { prefix, token: 'nonsense' })).toEqual(each(doors, refused))
  })

  it('nobody passes without rights in the SIS', async () => {
    const nothing = each(ofSis, () => [403, { error: 'Aucun droit pour ce SIS' }])
    expect(await answers(ofSis, { prefix, as: 'nouveau@example.org' })).toEqual(nothing)
  })

  it('nobody passes with every right in another SIS only', async () => {
    const nothing = each(ofSis, () => [403, { error: 'Aucun droit pour ce SIS' }])
    expect(await answers(ofSis, { prefix, as: 'autre@example.org' })).toEqual(nothing)
  })

  it('nobody passes without the permission, even with all others there', async () => {
    expect(await answers(ofSis, { prefix, as: 'chef@example.org' })).toEqual(each(ofSis, lacking))
    expect(await answers(ofSis, { prefix, as: 'sapeur@example.org' })).toEqual(each(ofSis, lacking))
  })

  it('nobody passes whose permission was withdrawn after the token was made', async () => {
    expect(await answers(ofSis, { prefix, as: 'retire@example.org' })).toEqual(each(ofSis, lacking))
    expect(await answers(ofSis, { prefix, as: 'sans@example.org' })).toEqual(each(ofSis, lacking))
  })

  it('nobody passes who is no longer administrator, whatever their token says', async () => {
    expect(await answers(doors, { prefix, as: 'ancien@example.org' })).toEqual(each(doors, lacking))
  })

  it('nobody passes whose account was disabled after the token was made', async () => {
    expect(await answers(doors, { prefix, as: 'ferme@example.org' })).toEqual(each(doors, refused))
  })

  it('every permission of a SIS makes no administrator', async () => {
    expect(await answers(ofAdmins, { prefix, as: 'commandant@example.org' })).toEqual(each(ofAdmins, lacking))
  })

  it('an administrator learns that a SIS does not exist before faults of their input', async () => {
    const unknown = each(ofSis, () => [404, { error: 'SIS inconnu' }])
    expect(await answers(ofSis, { prefix, as: admin, sis: 'nulle-part' })).toEqual(unknown)
    const writes = ofSis.filter(({ hasBody }) => hasBody)
    expect(await answers(writes, { prefix, as: admin, sis: 'nulle-part', body: [] })).toEqual(
      each(writes, () => [404, { error: 'SIS inconnu' }]),
    )
  })
})

it.each([
  ['hs', '/permissions'],
  ['test', '/permissions'],
  ['hs', '/roles'],
  ['test', '/roles'],
  ['hs', '/users'],
  ['test', '/users'],
  ['hs', '/invitations'],
  ['test', '/invitations'],
])('an administrator passes with the Sis-Key %s at %s', async (sis, path) => {
  const [status, body] = await rights.ask('GET', path, { as: admin, sis })
  expect([status, Array.isArray(body.data)]).toEqual([200, true])
})

it('operations for administrators need no Sis-Key, and ignore it', async () => {
  for (const sis of [null, 'nulle-part']) {
    const [status] = await rights.ask('PUT', '/sis/hs', { as: admin, sis, body: {} })
    expect(status).toBe(200)
  }
})

it('the refusals of a token say so in WWW-Authenticate', async () => {
  const ask = (headers: Record<string, string>) => servers.auth('/api/v1/roles', { sis: 'hs', headers })
  expect((await ask({})).headers.get('www-authenticate')).toBe('Bearer')
  const odd = await ask({ authorization: 'Bearer nonsense' })
  expect(odd.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
})

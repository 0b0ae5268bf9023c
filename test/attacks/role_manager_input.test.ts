import { connect } from 'node:net'
import { decodeJwt } from 'jose'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Claims } from '../../src/auth/tokens.ts'
import { changeAccount, makeAccount } from '../support/users.ts'
import { manager, managerPermissions, useAttacker } from './role_manager_fixture.ts'

const attacker = useAttacker()
const { ask, database, everyone, makeRole, newToken, overHttp, resolve, roleId, servers, sql, userId } =
  attacker

// Every key that might mean more than its operation says.
const extras = {
  id: '$autre',
  user_id: '$autre',
  sis_key: 'test',
  sis: 'test',
  api_key: 'test',
  admin: true,
  is_admin: true,
  data: { admin: true },
  created_by: '$admin',
  disabled_at: null,
  email_verified_at: '2026-01-01T00:00:00.000000Z',
  tokens_valid_from: '2026-01-01',
  utilisateurs: ['$self'],
  users: ['$self'],
}
// As text: an object literal would set its prototype by __proto__ before it is sent.
const pollution =
  '"__proto__":{"admin":true,"is_admin":true,"roles":[1],"permissions":["sis.config"]},' +
  '"constructor":{"prototype":{"admin":true}},"prototype":{"admin":true}'

const administrators = () => sql('select email from auth.users where is_admin order by email')
const rightsIn = (sis: string) =>
  sql(
    `select ur.user_id, ur.role_id from auth.user_roles ur where ur.sis_key = $1
      union all select m.user_id, m.sapeur_id from auth.memberships m where m.sis_key = $1
      union all select r.id, null from auth.roles r where r.sis_key = $1
      union all select i.id, null from auth.invitations i where i.sis_key = $1 order by 1, 2`,
    [sis],
  )

describe('superfluous keys in a body', () => {
  it.each([
    ['POST /roles', { nom: 'Ordinaire', permissions: ['sapeur.lecture'] }, 201],
    ['PUT /roles/$weak', { permissions: ['sapeur.lecture'] }, 200],
    ['PUT /users/$chef/roles', { roles: ['$weak'] }, 403],
    ['PUT /users/$self/roles', { roles: ['$own', '$weak'] }, 200],
    ['PUT /users/$self/sis', { mobile: true }, 200],
    ['POST /invitations', { roles: ['$weak'] }, 201],
  ])('give nothing with %s %j', async (request, body, expected) => {
    const [before, there] = [await administrators(), await rightsIn('test')]
    const [status] = await overHttp(request, { ...extras, ...body })
    const text = `{${pollution},${JSON.stringify(resolve(body)).slice(1)}`
    const [method = '', path = ''] = resolve(request).split(' ')
    const { status: polluted } = await servers.auth(`/api/v1${path}`, {
      method,
      as: manager,
      sis: 'hs',
      body: text.replace('Ordinaire', 'Proto'),
    })
    expect([status, polluted]).toEqual([expected, expected])
    expect([await administrators(), await rightsIn('test')]).toEqual([before, there])
    const token = decodeJwt<{ data: Claims }>(await newToken(manager)).data
    expect([token.admin, Object.keys(token.permissions), token.permissions.hs]).toEqual([
      false,
      ['hs'],
      managerPermissions,
    ])
    expect(({} as Record<string, unknown>).admin).toBeUndefined()
  })

  it('of a registration give no rights', async () => {
    const body = { ...extras, ...resolve({ roles: ['$strong'] }), permissions: { hs: ['admin'] } }
    const account = { name: 'Intrus', email: 'intrus@example.org', password: 'un mot de passe' }
    const [status, { accessToken }] = await ask('POST', '/register', { body: { ...body, ...account } })
    expect(status).toBe(201)
    expect(decodeJwt<{ data: Claims }>(accessToken).data).toEqual({
      id: await userId('intrus@example.org'),
      admin: false,
      validated: false,
      pseudo: 'Intrus',
      email: 'intrus@example.org',
      permissions: {},
      mobiles: [],
      sapeurs: {},
    })
  })

  it('of an acceptance of an invitation give no rights', async () => {
    await makeAccount(database, { email: 'hote@example.org' })
    const [, { data }] = await overHttp('POST /invitations', { roles: ['$weak'] })
    const body = { ...resolve(extras), ...resolve({ roles: ['$strong'] }), token: data.token }
    const [, { accessToken }] = await ask('POST', '/use-token', { as: 'hote@example.org', sis: 'test', body })
    expect(decodeJwt<{ data: Claims }>(accessToken).data).toMatchObject({
      id: await userId('hote@example.org'),
      admin: false,
      validated: false,
      permissions: { hs: ['sapeur.lecture'] },
    })
  })
})

describe('a key repeated in a body', () => {
  it.each([
    ['{"nom":"Double","permissions":["sapeur.lecture"],"permissions":["sis.config"]}', 403],
    ['{"nom":"Double","permissions":["sapeur.lecture"],"permission\\u0073":["sis.config"]}', 403],
    ['{"nom":"Double","permissions":["sis.config"],"permissions":["sapeur.lecture"]}', 201],
  ])('takes its last value, for the check and for the row: %s', async (body, expected) => {
    const [status, { data }] = await ask('POST', '/roles', { as: manager, body })
    expect(status).toBe(expected)
    if (status === 201)
      onTestFinished(async () => {
        await sql('delete from auth.roles where id = $1', [data.id])
      })
    const kept = await sql(
      "select permission from auth.role_permissions where role_id in (select id from auth.roles where nom = 'Double')",
    )
    expect(kept).toEqual(expected === 201 ? [{ permission: 'sapeur.lecture' }] : [])
  })
})

// Status of a request whose head is sent unchanged.
function raw(headers: string[]): Promise<number> {
  const { hostname, port } = new URL(servers.urls().auth)
  return new Promise((resolved, reject) => {
    const socket = connect(Number(port), hostname)
    socket.once('error', reject)
    socket.once('data', (data) => {
      socket.destroy()
      resolved(Number(/^HTTP\/1\.1 (\d{3})/.exec(String(data))?.[1]))
    })
    socket.write(`${['GET /api/v1/users HTTP/1.1', 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n`)
  })
}

describe('a SIS spelled oddly', () => {
  const odd = [
    'hs,test',
    'test,hs',
    'hs test',
    'HS',
    'Test',
    '*',
    '%',
    "hs' or '1'='1",
    '{hs,test}',
    '["test"]',
  ]
  const odder = ['__proto__', 'constructor', 'hasOwnProperty', 'toString']

  it.each([...odd, ...odder])('%s gives them no rights', async (sis) => {
    const error = 'Aucun droit pour ce SIS'
    expect(await ask('GET', '/users', { as: manager, sis })).toEqual([403, { error }])
  })

  it('with spaces around is the same SIS, and no other', async () => {
    expect((await ask('GET', '/users', { as: manager, sis: ' hs ' }))[0]).toBe(200)
    expect((await ask('GET', '/users', { as: manager, sis: ' test ' }))[0]).toBe(403)
  })

  it('twice in the headers matches none; with a NUL the header is refused', async () => {
    const authorization = `Authorization: Bearer ${(await servers.signIn(manager)).accessToken}`
    expect(await raw([authorization, 'Sis-Key: hs'])).toBe(200)
    expect(await raw([authorization, 'Sis-Key: hs', 'Sis-Key: test'])).toBe(403)
    expect(await raw([authorization, 'Sis-Key: test', 'Sis-Key: hs'])).toBe(403)
    expect(await raw([authorization, 'Sis-Key: hs\0'])).toBe(400)
    expect(await raw([authorization, 'Sis-Key: test\0hs'])).toBe(400)
  })
})

describe('invalid ids', () => {
  const odd = '0 -1 1.5 1e400 99999999999999999999 NaN Infinity null true [1] 1,2 1;-- __proto__ １ %00'

  it.each([...odd.split(' '), "1'", '1%20or%201=1', '%F0%9F%9A%92'])('%s finds nothing', async (id) => {
    const before = await everyone()
    for (const [method, path, body] of [
      ['PUT', `/roles/${id}`, { nom: 'Pris' }],
      ['DELETE', `/roles/${id}`, undefined],
      ['PUT', `/users/${id}/roles`, { roles: [] }],
      ['PUT', `/users/${id}/sis`, { mobile: true }],
      ['DELETE', `/invitations/${id}`, undefined],
    ] as const) {
      const [status] = await ask(method, path, { as: manager, body })
      expect(status).toBe(422)
    }
    expect(await everyone()).toEqual(before)
  })
})

describe('a token whose permissions were withdrawn', () => {
  it('does not return them to its owner', async () => {
    await makeAccount(database, { email: 'parti@example.org', permissions: { hs: managerPermissions } })
    const [id, token] = [await userId('parti@example.org'), await newToken('parti@example.org')]
    const held = await roleId('parti@example.org')
    const fallback = await makeRole('Filet', ['utilisateur.tout'])
    await sql('delete from auth.user_roles where user_id = $1', [id])
    const body = { roles: [held] }
    const refused = [403, { error: 'Permission requise : utilisateur.tout' }]
    expect(await ask('PUT', `/users/${id}/roles`, { token, body })).toEqual(refused)
    expect(await ask('POST', '/invitations', { token, body })).toEqual(refused)
    expect(
      await ask('PUT', `/roles/${fallback}`, { token, body: { permissions: managerPermissions } }),
    ).toEqual([403, { error: 'Permission requise : utilisateur.config' }])
  })

  it('does not let its owner give what they have lost, while they still manage', async () => {
    const permissions = { hs: [...managerPermissions, 'sis.config'] }
    await makeAccount(database, { email: 'moindre@example.org', permissions })
    const token = await newToken('moindre@example.org')
    await sql("delete from auth.role_permissions where permission = 'sis.config' and role_id = $1", [
      await roleId('moindre@example.org'),
    ])
    const body = { nom: 'Bidon', permissions: ['sis.config'] }
    expect(await ask('POST', '/roles', { token, body })).toEqual([
      403,
      { error: 'Vous ne pouvez donner ni retirer ce que vous n’avez pas vous-même : sis.config' },
    ])
  })

  it('of a former administrator has the rights of their roles', async () => {
    await makeAccount(database, { email: 'ancien@example.org', admin: true })
    const token = await newToken('ancien@example.org')
    await changeAccount(database, 'ancien@example.org', 'is_admin = false')
    expect(await ask('PUT', resolve('/users/$self'), { token, body: { admin: true } })).toEqual([
      403,
      { error: 'Permission requise : admin' },
    ])
    expect((await ask('GET', '/users', { token }))[0]).toBe(403)
  })
})

import { expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { type Answer, useServers } from '../support/servers.ts'

const database = useDatabase()
const servers = useServers(database)

const ask = (door: string, body?: unknown, tag?: string, as = 'admin@example.org'): Promise<Answer> => {
  const [method = '', path = ''] = door.split(' ')
  const headers = tag === undefined ? {} : { 'if-match': tag }
  return servers.auth(`/api/v1${path}`, {
    method,
    as,
    sis: 'hs',
    headers,
    ...(body !== undefined && { body }),
  })
}
const etagOf = ({ headers }: Answer) => String(headers.get('etag'))
const stale = [412, { error: 'Modifié entre-temps : relisez avant d’enregistrer' }]

it('a role is changed with its version, permissions too', async () => {
  const made = await ask('POST /roles', { nom: 'Garde', permissions: ['intervention.lecture'] })
  expect([made.status, etagOf(made)]).toEqual([201, expect.stringMatching(/^W\/"\d+\.\.[\w-]+"$/)])
  const door = `PUT /roles/${made.body.data.id}`
  const first = await ask(door, { permissions: ['sapeur.lecture'] }, etagOf(made))
  expect(first.status).toBe(200)
  const late = await ask(door, { nom: 'Autre', permissions: [] }, etagOf(made))
  expect([late.status, late.body]).toEqual(stale)
  expect((await ask('GET /roles')).body.data).toContainEqual(first.body.data)
  const second = await ask(door, { nom: 'Piquet' }, etagOf(first))
  expect([second.status, second.body.data.permissions]).toEqual([200, ['sapeur.lecture']])
  expect((await ask(door.replace('PUT', 'DELETE'), undefined, etagOf(first))).status).toBe(412)
  expect((await ask(door.replace('PUT', 'DELETE'), undefined, etagOf(second))).status).toBe(204)
  expect((await ask(door, {}, etagOf(second))).status).toBe(404)
})

it('an account is changed with its version, and so are its roles and its membership', async () => {
  const [user] = (await ask('GET /users')).body.data
  const first = await ask(`PUT /users/${user.id}`, { name: 'Claude Rossel' })
  expect(first.status).toBe(200)
  const roles = await ask(`PUT /users/${user.id}/roles`, { roles: [] }, etagOf(first))
  expect(roles.status).toBe(200)
  for (const [door, body] of [
    [`PUT /users/${user.id}`, { name: 'Un autre nom' }],
    [`PUT /users/${user.id}/roles`, { roles: [] }],
    [`PUT /users/${user.id}/sis`, { mobile: true }],
  ] as const) {
    const late = await ask(door, body, etagOf(first))
    expect([door, late.status, late.body]).toEqual([door, ...stale])
  }
  const linked = await ask(`PUT /users/${user.id}/sis`, { mobile: true }, etagOf(roles))
  expect([linked.status, linked.body.data.name]).toEqual([200, 'Claude Rossel'])
  // The version is checked even without a change.
  expect((await ask(`PUT /users/${user.id}`, {}, etagOf(roles))).status).toBe(412)
  expect((await ask(`PUT /users/${user.id}`, {}, etagOf(linked))).status).toBe(200)
})

it('a SIS, an invitation and a session are too', async () => {
  const sis = await ask('POST /sis', { api_key: 'neuf', nom: 'SIS Neuf', abreviation: 'N' })
  expect(sis.status).toBe(201)
  const changed = await ask('PUT /sis/neuf', { nom: 'SIS Nouveau' }, etagOf(sis))
  expect(changed.status).toBe(200)
  expect((await ask('PUT /sis/neuf', { nom: 'SIS Ancien' }, etagOf(sis))).status).toBe(412)
  expect((await ask('PUT /sis/neuf', { nom: 'SIS Ancien' }, etagOf(changed))).status).toBe(200)

  const [role] = (await ask('GET /roles')).body.data
  const invitation = await ask('POST /invitations', { roles: [role.id] })
  expect(invitation.status).toBe(201)
  const door = `DELETE /invitations/${invitation.body.data.id}`
  expect((await ask(door, undefined, '"7"')).status).toBe(412)
  expect((await ask(door, undefined, etagOf(invitation))).status).toBe(204)

  const [session] = (await ask('GET /sessions')).body.data
  expect((await ask(`DELETE /sessions/${session.id}`, undefined, '"7"')).status).toBe(412)
  expect((await ask(`DELETE /sessions/${session.id}`, undefined, '"1"')).status).toBe(204)
})

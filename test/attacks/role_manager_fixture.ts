import { beforeAll } from 'vitest'
import { readDocument } from '../../src/http/document/document.ts'
import { statement } from '../../src/http/operation/statements.ts'
import { type Rights, type StatusAndBody, useRights } from '../http/rights/rights_fixture.ts'
import { makeAccount } from '../support/users.ts'

/** Manages the users and roles of `hs`, and reads its people and interventions. */
export const manager = 'gestion@example.org'
export const managerPermissions = [
  'intervention.lecture',
  'sapeur.lecture',
  'utilisateur.config',
  'utilisateur.tout',
]

// The targets of the manager.
const names = {
  roles: {
    hs: { weak: 'Faible', strong: 'Administration', unheld: 'Instruction', own: manager },
    test: { there: 'Consultation' },
  },
  users: {
    self: manager,
    chef: 'chef@example.org',
    commandant: 'commandant@example.org',
    autre: 'autre@example.org',
    admin: 'admin@example.org',
  },
}

/** A manager of `hs`, the ids of their targets, and their ways to send requests. */
interface Attacker extends Rights {
  /** Replaces `$name` by its id (also within texts). */
  resolve<T>(value: T): T
  /** Sends a request over HTTP. */
  overHttp(request: string, body?: unknown, as?: string): Promise<StatusAndBody>
  /** Sends the same request in SQL as caserne_auth; returns the server's answer. */
  inSql(request: string, body?: unknown, as?: string): Promise<StatusAndBody>
  /** All rights of all accounts, in any SIS: an attack must leave them unchanged. */
  everyone(): Promise<Record<string, unknown>>
}

/** Starts the servers on a database with the manager. */
export function useAttacker(): Attacker {
  const rights = useRights()
  const { ask, database, servers } = rights
  const ids: Record<string, number> = {}
  beforeAll(async () => {
    await makeAccount(database, { email: manager, permissions: { hs: managerPermissions } })
    await rights.makeRole('Faible', ['sapeur.lecture'])
    for (const [sis, roles] of Object.entries(names.roles))
      for (const [name, nom] of Object.entries(roles)) ids[name] = await rights.roleId(nom, sis)
    for (const [name, email] of Object.entries(names.users)) ids[name] = await rights.userId(email)
    ids.sapeurThere = await rights.sapeurId('Bouduban Sophie', 'test')
    const body = { roles: [ids.there] }
    const [, { data }] = await ask('POST', '/invitations', { as: 'autre@example.org', sis: 'test', body })
    ids.invitationThere = data.id
    await servers.signIn(manager)
  })
  const resolve: Attacker['resolve'] = (value) => {
    const id = (_: string, name: string) => String(ids[name])
    const text = JSON.stringify(value) ?? 'null'
    return JSON.parse(text.replaceAll(/"\$(\w+)"/g, id).replaceAll(/\$(\w+)/g, id))
  }
  const overHttp: Attacker['overHttp'] = (request, body, as = manager) => {
    const [method = '', path = ''] = resolve(request).split(' ')
    return ask(method, path, { as, ...(body === undefined ? {} : { body: resolve(body) }) })
  }
  const inSql: Attacker['inSql'] = async (request, body, as = manager) => {
    const { text, values, notFound } = called(resolve(request), resolve(body))
    const who = [await rights.userId(as), Math.floor(Date.now() / 1000) + 1, 'hs']
    const auth = await database.as('auth')
    return auth.query(text, [...who, ...values]).then(
      ({ rows: [row] }) => (row?.json === null ? [404, { error: notFound }] : [200, row?.json]),
      ({ code, message, detail }) => [
        Number(String(code).replace('PT', '')),
        { error: detail === undefined ? message : { [detail]: [message] } },
      ],
    )
  }
  return { ...rights, resolve, overHttp, inSql, everyone: () => everyone(rights) }
}

const doors = readDocument('auth').operations.map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.method} ${operation.path.replace(/\{(\w+)\}/, '(?<$1>[^/]+)')}$`, 'i'),
}))

// The statement that the server makes of a request.
function called(request: string, body: unknown) {
  const [before = '', query] = request.split('?')
  const door = doors.find(({ pattern }) => pattern.test(before))
  if (door === undefined) throw new Error(`${request}: no such operation`)
  const given: Record<string, unknown> = {
    ...door.pattern.exec(before)?.groups,
    ...Object.fromEntries(new URLSearchParams(query)),
    ...(door.operation.hasBody ? { body: JSON.stringify(body) } : {}),
    ...(door.operation.id === 'create_invitation' ? { token_hash: Buffer.alloc(32) } : {}),
  }
  const { text } = statement(door.operation.id, Object.keys(given), 'auth')
  return { text, values: Object.values(given), notFound: door.operation.notFound }
}

async function everyone({ sql }: Rights): Promise<Record<string, unknown>> {
  const tables = ['users', 'sis', 'roles', 'role_permissions', 'user_roles', 'memberships']
  const rows = [...tables, 'invitations', 'invitation_roles', 'tokens'].map(
    (table) => `(select json_agg(t::text order by t::text) from auth.${table} t) as ${table}`,
  )
  const [all] = await sql(`select ${rows.join(', ')}`)
  return all ?? {}
}

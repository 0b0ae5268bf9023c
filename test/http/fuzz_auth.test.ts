import { beforeAll, describe, expect, it } from 'vitest'
import { readDocument } from '../../src/http/document.ts'
import type { Operation } from '../../src/http/operation.ts'
import { useDatabase } from '../support/database.ts'
import { type Answer, useServers } from '../support/servers.ts'
import { makeAccount, makeSis } from '../support/users.ts'
import { RandomBodies, type Schema } from './fuzz_fixture.ts'

const database = useDatabase()
const servers = useServers(database)

// .ci/run runs the whole.
const times = process.env.CI ? 300 : 80
const atOnce = 8
const admin = 'admin@example.org'

interface Source {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>
  components: { schemas: Record<string, Schema> }
}
const { source, operations } = readDocument('auth')
const { paths, components } = source as Source
const writes = operations.filter(({ hasBody }) => hasBody)
const known: Record<string, unknown[]> = {}
// Operations that nobody passes without a password or a token.
const secret = ['login', 'refresh_token', 'confirm_email', 'reset_password', 'change_password', 'use_token']
// The meaning of ids in paths, by the beginning of the path.
const targets: Record<string, number[]> = {}

const schemaOf = ({ path, method }: Operation): Schema =>
  paths[path]?.[method]?.requestBody?.content['application/json']?.schema ?? {}

beforeAll(async () => {
  await makeSis(database, 'cible', 'SIS Cible')
  const permissions = { hs: ['sapeur.lecture'] }
  const user = await makeAccount(database, { email: 'cible@example.org', permissions })
  const { rows } = await (await database.as('owner')).query(
    `select r.sapeurs, array_agg(o.id::integer) as roles, max(o.id::integer) filter (where o.nom = 'cible@example.org') as role,
            (select array_agg(identifiant) from auth.permissions) as permissions
       from (select array_agg(s.id::integer) as sapeurs from request.open(null, 'hs', '{sapeur.lecture}', null), app.sapeurs s) r,
            auth.roles o
      where o.sis_key = 'hs' group by r.sapeurs`,
  )
  const { sapeurs, roles, role, permissions: catalogue } = rows[0]
  Object.assign(targets, { users: [user, user, user, 999_999], roles: [role, role, role, 999_999] })
  Object.assign(known, {
    roles: [...roles, ...roles, 999_999],
    sapeur_id: [...sapeurs, undefined],
    permissions: [...catalogue, ...catalogue, undefined],
    email: ['cible@example.org', undefined, undefined],
    api_key: ['hs', undefined, undefined],
    nom: ['Consultation', 'SIS Test', undefined, undefined, undefined],
  })
})

// A request and its answer.
interface Exchange {
  method: string
  path: string
  body: string
  answer: Answer
}

async function send({ method, path, body }: Omit<Exchange, 'answer'>): Promise<Exchange> {
  // There are some ten thousand requests: a connection for each would take half as long again.
  const headers = { connection: 'keep-alive' }
  const answer = await servers.auth(path, { method, body, as: admin, sis: 'hs', headers })
  return { method, path, body, answer }
}

async function sendAll(requests: Omit<Exchange, 'answer'>[]): Promise<Exchange[]> {
  const done: Exchange[] = []
  for (let start = 0; start < requests.length; start += atOnce)
    done.push(...(await Promise.all(requests.slice(start, start + atOnce).map(send))))
  return done
}

// The contents of all tables of the two schemas, and of the queue, without counts of attempts.
async function everything(): Promise<unknown[]> {
  const client = await database.as('admin')
  const { rows } = await client.query(
    `select c.oid::regclass::text as name,
            query_to_xml(format('select md5(string_agg(t::text, %L order by t::text)) from %s t', ',', c.oid::regclass),
                         true, false, '')::text as sum
       from pg_class c
      where c.relkind = 'r' and c.oid::regclass::text <> 'auth.throttles'
        and (c.relnamespace in ('auth'::regnamespace, 'app'::regnamespace)
             or c.oid = 'graphile_worker._private_jobs'::regclass)
      order by 1`,
  )
  return rows
}

// Whether a fault names an unknown field: `requete` is that of a body that is no object.
function isNameless(operation: Operation, { body, answer }: Exchange): boolean {
  const { error } = answer.body
  if (typeof error === 'string') return false
  const { properties = {} } = schemaOf(operation)
  const names = [...Object.keys(properties), ...operation.parameters.map(({ name }) => name)]
  const fields = Object.keys(error)
  const named = fields.length > 0 && fields.every((field) => names.includes(field.split('.')[0] ?? ''))
  return !named && body.startsWith('{')
}

// Requests: paths with a few equivalent meanings, and random bodies.
function requestsOf(operation: Operation): Omit<Exchange, 'answer'>[] {
  const bodies = new RandomBodies(20_260_314, components.schemas, known)
  const ids = targets[operation.path.split('/')[1] ?? ''] ?? []
  return Array.from({ length: times }, () => {
    const path = operation.path.replace('{id}', String(bodies.pick(ids))).replace('{api_key}', 'cible')
    return {
      method: operation.method.toUpperCase(),
      path: `/api/v1${path}`,
      body: bodies.next(schemaOf(operation)),
    }
  })
}

describe.each(writes)('$id, sent random bodies,', (operation) => {
  it('answers each, names the fault, and stores nothing of a refused body', async () => {
    const exchanges = await sendAll(requestsOf(operation))
    expect(exchanges.filter(({ answer }) => answer.status >= 500)).toEqual([])
    const accepted = exchanges.filter(({ answer }) => answer.status < 300)
    expect(accepted.length > times / 15).toBe(!secret.includes(operation.id))
    const invalid = exchanges.filter(({ answer }) => answer.status === operation.invalidStatus)
    expect(invalid.filter((exchange) => isNameless(operation, exchange))).toEqual([])

    const refused = exchanges.filter(({ answer }) => answer.status >= 400)
    const before = await everything()
    const again = await sendAll(refused)
    expect(again.filter(({ answer }) => answer.status < 400)).toEqual([])
    expect(await everything()).toEqual(before)
  })
})

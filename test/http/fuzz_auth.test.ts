import { describe, expect, it } from 'vitest'
import type { Operation } from '../../src/http/document/operation.ts'
import { useDatabase } from '../support/database.ts'
import { type Answer, useServers } from '../support/servers.ts'
import { whole } from '../support/whole.ts'
import { type AuthRequest, authSchemaOf, authWrites, useAuthRequests } from './fuzz_auth_fixture.ts'

const database = useDatabase()
const servers = useServers(database)

// .ci/run runs the whole.
const times = whole ? 80 : 30
const atOnce = 8
const admin = 'admin@example.org'

// Operations that nobody passes without a password or a token.
const secret = ['login', 'refresh_token', 'confirm_email', 'reset_password', 'change_password', 'use_token']
const requestsOf = useAuthRequests(database)

// A request and its answer.
interface Exchange extends AuthRequest {
  answer: Answer
}

async function send({ method, path, body }: AuthRequest): Promise<Exchange> {
  // There are some ten thousand requests: a connection for each would take half as long again.
  const headers = { connection: 'keep-alive' }
  const answer = await servers.auth(path, { method, body, as: admin, sis: 'hs', headers })
  return { method, path, body, answer }
}

async function sendAll(requests: AuthRequest[]): Promise<Exchange[]> {
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
  const { properties = {} } = authSchemaOf(operation)
  const names = [...Object.keys(properties), ...operation.parameters.map(({ name }) => name)]
  const fields = Object.keys(error)
  const named = fields.length > 0 && fields.every((field) => names.includes(field.split('.')[0] ?? ''))
  return !named && body.startsWith('{')
}

describe.each(authWrites)('$id, sent random bodies,', (operation) => {
  it('answers each, names the fault, and stores nothing of a refused body', async () => {
    const exchanges = await sendAll(requestsOf(operation, times))
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

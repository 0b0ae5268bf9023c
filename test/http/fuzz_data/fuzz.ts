import fc from 'fast-check'
import type { Operation } from '../../../src/http/document/operation.ts'
import { type Client, type Reply, requestOf, type Sent } from '../every_operation/client.ts'
import { bodySchemaOf, operations, resolve, type Schema } from '../every_operation/schema.ts'
import type { Sample } from '../samples/sample.ts'
import { bodies } from './bodies.ts'

/** The target: a data API, and how to prepare its operations. */
export interface Target {
  client: Client
  /**
   * Accounts that may do everything in hs, by their ids: their headers Authorization. Each sends one request
   * at a time.
   */
  bearers: Map<string, string>
  /** The account in `bearers` that owns the samples of personal things, such as a device. */
  owner: string
  sampleOf(operation: Operation): Promise<Sample>
  /** Statements on the database, of a superuser. */
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
}

/** The results of random bodies. */
interface Outcome {
  sent: number
  accepted: number
  /** Failures: errors of the server, faults that name no field, refusals that wrote something. */
  findings: { what: string; request: Sent; reply: Reply }[]
}

/** A request of an account, its reply, and the times of both. */
export interface Exchange {
  user: string
  request: Sent
  reply: Reply
  began: number
  ended: number
}

/** The operations that take a body. */
export const writes = operations.filter((operation) => bodySchemaOf(operation) !== null)

const SEED = 20_260_314

/** Sends an operation random bodies, the same for the same number, until `signal` says stop. */
export async function fuzz(
  target: Target,
  operation: Operation,
  times: number,
  signal?: AbortSignal,
): Promise<Outcome> {
  const schema = bodySchemaOf(operation) ?? {}
  const requests: Sent[] = []
  // One of several, so that others are left when one is deleted or closed.
  const samples = 4
  for (let n = 0; n < samples; n++) {
    const sample = await target.sampleOf(operation)
    const drawn = fc.sample(bodies(schema, sample.body), {
      numRuns: Math.ceil(times / samples),
      seed: SEED + n,
    })
    for (const [at, body] of drawn.entries())
      requests.push(
        requestOf(operation, sample, { body, ...(at % 25 === 24 && { path: { id: 987_654_321 } }) }),
      )
  }
  const { rows: last } = await target.query('select coalesce(max(id), 0)::text as id from audit.journal')
  const senders = /_(mon|ma|mes)_/.test(operation.id) ? [target.owner] : [...target.bearers.keys()]
  const exchanges = await sendAll(target, requests, senders, signal)
  const { rows: journal } = await target.query(
    'select user_id::text as user, extract(epoch from recorded_at)::float8 * 1000 as at from audit.journal where id > $1',
    [last[0]?.id],
  )
  const wrote = writers(exchanges, journal)
  const findings = exchanges.flatMap((exchange) => {
    const { request, reply } = exchange
    const faults = [
      ...(reply.status >= 500 ? ['failed'] : []),
      ...(isNameless(schema, request, reply) ? ['names no field'] : []),
      ...(reply.status >= 400 && wrote.has(exchange) ? ['was refused, and wrote'] : []),
    ]
    return faults.map((what) => ({ what, request, reply }))
  })
  return {
    sent: requests.length,
    accepted: exchanges.filter(({ reply }) => reply.status < 300).length,
    findings,
  }
}

// Each account sends one after the other, so that its journal entries belong to one request.
async function sendAll(
  { client, bearers }: Target,
  requests: Sent[],
  senders: string[],
  signal?: AbortSignal,
): Promise<Exchange[]> {
  const exchanges: Exchange[] = []
  const waiting = requests.values()
  const lane = async (user: string) => {
    for (const request of waiting) {
      signal?.throwIfAborted()
      const headers = { 'sis-key': 'hs', authorization: bearers.get(user) ?? '', ...request.headers }
      const began = now()
      const reply = await client.send({ ...request, headers }, signal)
      exchanges.push({ user, request, reply, began, ended: now() })
    }
  }
  await Promise.all(senders.map(lane))
  return exchanges
}

const now = () => performance.timeOrigin + performance.now()

/** The exchanges during which their account wrote, by the clock of this machine, in ms. */
export function writers(exchanges: Exchange[], journal: { user?: unknown; at?: unknown }[]): Set<Exchange> {
  const found = journal.map(({ user, at }) =>
    exchanges.find((each) => each.user === user && each.began <= Number(at) && Number(at) <= each.ended),
  )
  return new Set(found.filter((each) => each !== undefined))
}

/** Whether a reply names unknown fields; it may name the whole body when that is no object. */
export function isNameless(schema: Schema, { body }: Sent, { status, body: said }: Reply): boolean {
  if (status !== 422) return false
  const fields = Object.keys(said.error)
  const whole = fields.length === 1 && fields[0] === 'requete' && !/^\s*{/.test(String(body))
  return !whole && (fields.length === 0 || !fields.every((field) => has(schema, field.split('.'))))
}

function has(schema: Schema, [name, ...rest]: string[]): boolean {
  if (name === undefined) return true
  const { oneOf = [], properties = {}, items, additionalProperties } = resolve(schema)
  // Keys that the document leaves open may hold dots, and be empty.
  if (typeof additionalProperties === 'object' && !(name in properties)) return true
  const next = /^\d+$/.test(name) ? items : properties[name]
  return (next !== undefined && has(next, rest)) || oneOf.some((each) => has(each, [name, ...rest]))
}

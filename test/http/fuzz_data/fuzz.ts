import fc from 'fast-check'
import type { Operation } from '../../../src/http/document.ts'
import { type Reply, requestOf, type Sent } from '../every_operation/client.ts'
import { bodySchemaOf, operations, resolve, type Schema } from '../every_operation/schema.ts'
import type { Sample } from '../samples/sample.ts'
import { bodies } from './bodies.ts'

/** What is fuzzed: a data API, and how to prepare its operations. */
export interface Target {
  sendAll(requests: Sent[]): Promise<Reply[]>
  /** Sis-Key and token of someone who may do everything. */
  headers: Record<string, string>
  sampleOf(operation: Operation): Promise<Sample>
  /** What stays the same while nothing is written. */
  state(): Promise<unknown>
}

/** What came of random bodies. */
export interface Outcome {
  sent: number
  accepted: number
  /** What must not be: failures of the server, faults without a name, refusals that have written. */
  findings: { what: string; request: Sent; reply: Reply }[]
}

/** The operations that take a body. */
export const writes = operations.filter((operation) => bodySchemaOf(operation) !== null)

const SEED = 20_260_314

/** Sends an operation random bodies, the same for the same number; those refused once more, to see that nothing stays of them. */
export async function fuzz(target: Target, operation: Operation, times: number): Promise<Outcome> {
  const schema = bodySchemaOf(operation) ?? {}
  const samples: Sample[] = []
  for (let n = 0; n < 4; n++) samples.push(await target.sampleOf(operation))
  const requests = samples.flatMap((sample, n) => {
    const options = { numRuns: Math.ceil(times / samples.length), seed: SEED + n }
    return fc.sample(bodies(schema, sample.body), options).map((body, at) => {
      const path = at % 25 === 24 ? { id: 987_654_321 } : {}
      return requestOf(operation, sample, { body, path, headers: target.headers })
    })
  })
  const replies = await target.sendAll(requests)
  const exchanges = requests.map((request, n) => ({ request, reply: replies[n] as Reply }))
  const findings = exchanges.flatMap(({ request, reply }) => {
    const what = reply.status >= 500 ? 'failed' : isNameless(schema, request, reply) ? 'names no field' : null
    return what === null ? [] : [{ what, request, reply }]
  })
  const refused = exchanges.filter(({ reply }) => reply.status >= 400).map(({ request }) => request)
  const written = await whatWrites(target, refused)
  return {
    sent: requests.length,
    accepted: replies.filter(({ status }) => status < 300).length,
    findings: [...findings, ...written.map((each) => ({ what: 'was refused, and wrote', ...each }))],
  }
}

// A fault must be said of a field that there is; of the whole only where the body is no object.
function isNameless(schema: Schema, { body }: Sent, { status, body: said }: Reply): boolean {
  if (status !== 422) return false
  const fields = Object.keys(said.error)
  const whole = fields.length === 1 && fields[0] === 'requete' && !/^\s*{/.test(String(body))
  return !whole && (fields.length === 0 || !fields.every((field) => has(schema, field.split('.'))))
}

function has(schema: Schema, [name, ...rest]: string[]): boolean {
  if (name === undefined) return true
  const { oneOf = [], properties = {}, items } = resolve(schema)
  const next = /^\d+$/.test(name) ? items : properties[name]
  return (next !== undefined && has(next, rest)) || oneOf.some((each) => has(each, [name, ...rest]))
}

/**
 * Of requests that were refused, those that write when they are sent again and refused again. What stood in their way may have gone
 * meanwhile: those that now succeed are left out, and the others sent once more.
 */
async function whatWrites(target: Target, requests: Sent[]): Promise<{ request: Sent; reply: Reply }[]> {
  const before = await target.state()
  const replies = await target.sendAll(requests)
  const again = requests.filter((_, n) => (replies[n]?.status ?? 0) >= 400)
  if (again.length < requests.length) return await whatWrites(target, again)
  if (JSON.stringify(await target.state()) === JSON.stringify(before)) return []
  if (requests.length === 1) return requests.map((request, n) => ({ request, reply: replies[n] as Reply }))
  const half = Math.ceil(requests.length / 2)
  return [
    ...(await whatWrites(target, requests.slice(0, half))),
    ...(await whatWrites(target, requests.slice(half))),
  ]
}

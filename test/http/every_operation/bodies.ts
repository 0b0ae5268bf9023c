import { expect } from 'vitest'
import type { Operation } from '../../../src/http/document/operation.ts'
import type { Made } from './access.ts'
import type { Reply } from './client.ts'
import type { Doors } from './doors.ts'
import { bodyFaults, wrongQueries } from './faults.ts'
import { bodySchemaOf, doorOf, resolve, type Schema } from './schema.ts'

/**
 * Checks that an operation names the fault in its body and query, and then writes nothing; a tolerant
 * operation may accept the fault.
 */
export async function refusesFaults(doors: Doors, operation: Operation, { hs }: Made): Promise<void> {
  const before = await doors.written()
  await refusesQueries(doors, operation, hs)
  const schema = bodySchemaOf(operation)
  if (schema === null) return
  await refusesNonsense(doors, operation, hs)
  const faults = bodyFaults(schema, hs.body)
  const replies = await doors.knockAll(
    operation,
    hs,
    faults.map(({ body }) => ({ body })),
  )
  const missed = faults.flatMap((fault, n) => {
    const { status, body } = replies[n] as Reply
    const fields = Object.keys(body?.error ?? {})
    const named = fault.within
      ? fields.length > 0 && fields.every((each) => `${each}.`.startsWith(`${fault.field}.`))
      : fields.join() === fault.field
    // A tolerant operation leaves out what it can do without, with a warning
    // (interventions_complet_tolerant.test.ts).
    if (operation.tolerant && status < 300) return []
    return status === 422 && named
      ? []
      : [{ field: fault.field, body: fault.body.slice(0, 300), status, said: body }]
  })
  expect(missed).toEqual([])
  if (!operation.tolerant) expect(await doors.written()).toEqual(before)
}

async function refusesQueries(doors: Doors, operation: Operation, hs: Made['hs']): Promise<void> {
  const asked = (doorOf(operation).parameters ?? []).filter((each) => each.in === 'query')
  const wrong = asked.flatMap(({ name, schema }) => wrongQueries(schema).map((text) => ({ name, text })))
  const queries = wrong.map(({ name, text }) => ({ query: { [name]: text } }))
  const replies = await doors.knockAll(operation, hs, queries)
  const missed = wrong.flatMap((each, n) => {
    const { status, body } = replies[n] as Reply
    return status === 422 && Object.keys(body.error).join() === each.name.replace('[]', '')
      ? []
      : [{ ...each, status, body }]
  })
  expect(missed).toEqual([])
}

// Invalid bodies.
async function refusesNonsense(doors: Doors, operation: Operation, hs: Made['hs']): Promise<void> {
  const json = JSON.stringify(hs.body)
  const statuses = async (bodies: string[], type = 'application/json') => {
    const headers = { 'content-type': type }
    const replies = await doors.knockAll(
      operation,
      hs,
      bodies.map((body) => ({ body, headers })),
    )
    return replies.map(({ status, body }) => [status, typeof body?.error])
  }
  expect(await statuses(['{', '{"a":}', `${json}}`, '{"a":1,}', 'null', '"x"', '7'])).toEqual(
    Array(7).fill([400, 'string']),
  )
  expect(await statuses(['[]', '[{}]'])).toEqual(Array(2).fill([422, 'object']))
  expect(await statuses([json], 'text/plain')).toEqual([[415, 'string']])
  expect(await statuses([json], 'application/xml')).toEqual([[415, 'string']])
}

// Fields that clients may send back with a record, and that nobody may set.
const mark = { id: 987_654_321, statut: 3, created_at: '2001-02-03T04:05:06.000000Z' }
const extras = {
  ...mark,
  sis_key: 'test',
  updated_at: mark.created_at,
  nom_prenom: 'Essai Forgé',
  numero: '2001-987',
  validated_by: mark.id,
  exercice_comptable_id: mark.id,
  ['__proto__']: { admin: true },
  constructor: 1,
}

/** Checks that unknown keys change nothing, in the body, its rows, and the query. */
export async function takesNoMore(doors: Doors, operation: Operation): Promise<void> {
  const schema = bodySchemaOf(operation)
  const plain = await doors.knock(operation, await doors.sampleOf(operation))
  const sample = await doors.sampleOf(operation)
  const body = schema === null ? undefined : withExtras(schema, sample.body)
  const { test } = await doors.written()
  const query = { sis_key: 'test', id: String(mark.id), user_id: '1' }
  const reply = await doors.knock(operation, sample, { query, ...(body !== undefined && { body }) })
  expect([reply.status, shapeOf(reply.body)]).toEqual([plain.status, shapeOf(plain.body)])
  expect(JSON.stringify(reply.body)).not.toMatch(/987654321|2001-02-03|Essai Forgé|2001-987/)
  expect((await doors.written()).test).toEqual(test)
}

function withExtras(schema: Schema, value: unknown): unknown {
  const { properties, items } = resolve(schema)
  if (Array.isArray(value)) return items ? value.map((each) => withExtras(items, each)) : value
  if (typeof value !== 'object' || value === null || properties === undefined) return value
  const unnamed = Object.entries(extras).filter(([key]) => !Object.hasOwn(properties, key))
  const named = Object.entries(value).map(([key, each]) => [key, withExtras(properties[key] ?? {}, each)])
  return Object.fromEntries([...unnamed, ...named])
}

// The common part of two answers to the same request: their keys, and the statut.
function shapeOf(body: unknown): unknown {
  const data = (body as { data?: unknown } | null)?.data
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return typeof data
  return [Object.keys(data), (data as { statut?: unknown }).statut]
}

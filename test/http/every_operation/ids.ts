import { expect } from 'vitest'
import type { Operation } from '../../../src/http/document/operation.ts'
import type { Made } from './access.ts'
import type { Doors } from './doors.ts'
import { doorOf, operations, resolve } from './schema.ts'

const unknown = 987_654_321
// A tablet's report leaves an unknown sapeur's quittance out, with an avertissement.
const leftOut = 'create_intervention_complet quittances.0'
const notFound = new Set(operations.map((operation) => operation.notFound))

/**
 * Checks that the ids in an operation's path are looked up in the SIS of the request only, and that those in
 * its body refer to no other SIS.
 */
export async function knowsItsOwn(doors: Doors, operation: Operation, made: Made): Promise<void> {
  const parameters = (doorOf(operation).parameters ?? []).filter((each) => each.in === 'path')
  const ids = parameters.filter(({ schema }) => resolve(schema).type === 'integer').map(({ name }) => name)
  if (ids.length === 0 || operation.permissions === null) return await refersToItsOwn(doors, operation, made)
  const other = await doors.sampleOf(operation)
  const before = await doors.written()
  const answers = async (path: Record<string, unknown>) => {
    const { status, body } = await doors.knock(operation, made.hs, { path })
    return { status, error: body?.error }
  }
  // The last id but one is the owner of the last.
  const own = ids.at(-1)
  for (const name of ids) {
    const sentences = name === own ? [operation.notFound] : [...notFound]
    const absent = { status: 404, error: expect.toBeOneOf(sentences) }
    expect({ ...(await answers({ [name]: unknown })), name }).toEqual({ ...absent, name })
    const theirs = made.test.path?.[name]
    // Lists that all SIS share have the same ids everywhere.
    if (theirs !== made.hs.path?.[name])
      expect({ ...(await answers({ [name]: theirs })), name, of: 'test' }).toEqual({
        ...absent,
        name,
        of: 'test',
      })
    if (ids.length > 1) expect(await answers({ [name]: other.path?.[name] })).toEqual(absent)
    for (const odd of ['0', '-1', '1.5', 'x', '1e400', '9223372036854775808', '%00', '1%2F2', "1'--"]) {
      const { status, error } = await answers({ [name]: odd })
      expect([odd, status, status === 404 || Object.keys(error)]).toEqual([
        odd,
        expect.toBeOneOf([404, 422]),
        expect.toBeOneOf([true, [name]]),
      ])
    }
  }
  if (ids.length > 1) expect(await answers(made.test.path ?? {})).toMatchObject({ status: 404 })
  expect(await doors.written()).toEqual(before)
  await refersToItsOwn(doors, operation, made)
}

// Bodies that name a row of the other SIS, one at a time.
async function refersToItsOwn(doors: Doors, operation: Operation, { hs, test }: Made): Promise<void> {
  const before = await doors.written()
  for (const { field, body } of foreign(hs.body, test.body)) {
    if (`${operation.id} ${field}` === leftOut) continue
    const { status, body: said } = await doors.knock(operation, hs, { body })
    const fields = Object.keys(said?.error ?? {})
    // In a list of ids or rows: the element, or the id in it.
    const named =
      fields.length === 1 &&
      fields.every((each) => `${each}.`.startsWith(`${field}.`) || `${field}.`.startsWith(`${each}.`))
    expect({ field, status, fields, named }).toEqual({ field, status: 422, fields, named: true })
  }
  expect(await doors.written()).toEqual(before)
}

// The body with one id replaced by that of a second body of the same shape, for each id that differs.
function foreign(here: unknown, there: unknown, path: string[] = []): { field: string; body: unknown }[] {
  const name = path.findLast((each) => !/^\d+$/.test(each)) ?? ''
  if (typeof here === 'number' && typeof there === 'number') {
    const isId = /(^|_)id$/.test(path.at(-1) ?? '') || (/^\d+$/.test(path.at(-1) ?? '') && name !== 'type')
    return isId && here !== there ? [{ field: path.join('.'), body: there }] : []
  }
  if (typeof here !== 'object' || here === null || typeof there !== 'object' || there === null) return []
  return Object.entries(here).flatMap(([key, value]) =>
    foreign(value, (there as Record<string, unknown>)[key], [...path, key]).map(({ field, body }) => ({
      field,
      body: Array.isArray(here)
        ? here.map((each, n) => (String(n) === key ? body : each))
        : { ...here, [key]: body },
    })),
  )
}

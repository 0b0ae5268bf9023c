import type pg from 'pg'
import type { Caller } from '../src/http/admission/caller.ts'
import { readDocument } from '../src/http/document/document.ts'
import { argumentsOf } from '../src/http/operation/arguments.ts'
import { identityOf } from '../src/http/operation/opening.ts'
import { pathId, readingStatement, writingStatement } from '../src/http/operation/statements.ts'

const { operations } = readDocument('data')

/**
 * The statement of an operation as the data server prepares it, with the values of one request.
 * @param given values by the names of the arguments; the body as JSON
 */
export function operationStatement(
  id: string,
  caller: Omit<Caller, 'email' | 'issuedAt' | 'expiresAt'>,
  given: Record<string, unknown>,
): pg.QueryConfig {
  const operation = operations.find((each) => each.id === id)
  if (operation === undefined) throw new Error(`no operation ${id}`)
  const { method, records, groups } = operation
  const names = argumentsOf(operation)
  const reads = method === 'get'
  const call = reads
    ? readingStatement(id, names, 'api', operation)
    : writingStatement(id, names, 'api', operation)
  const now = Math.floor(Date.now() / 1000)
  const parameter = pathId(records)
  return {
    ...call,
    values: [
      ...identityOf({ ...caller, email: '', issuedAt: now, expiresAt: now }, 'api'),
      ...names.map((name) => given[name] ?? null),
      ...(parameter === null ? [] : [given[parameter] ?? null]),
      // A scope, and no state or version that the client knows.
      ...(groups === null ? [] : ['', []]),
      ...(reads || records.changed === null ? [] : [null]),
    ],
  }
}

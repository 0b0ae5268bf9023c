import { Validator } from '@seriousme/openapi-schema-validator'
import type { Operation } from '../../src/http/document/operation.ts'
import { argumentsOf } from '../../src/http/operation/arguments.ts'
import type { Sources } from './sources.ts'

/** A function of `api` that caserne_api may execute. */
export interface ApiFunction {
  name: string
  args: string[]
}

/** Parts of an OpenAPI document that the contract reads and the server does not. */
export interface RawOperation {
  operationId?: string
  summary?: string
  tags?: string[]
  security?: Record<string, string[]>[]
  parameters?: { in: string; name: string }[]
  requestBody?: unknown
  responses: Record<string, unknown>
  'x-invalid-status'?: number
}
export interface RawDocument {
  openapi: string
  tags: { name: string }[]
  paths: Record<string, Record<string, RawOperation>>
}

/**
 * Operations without exactly one function, or whose function has other arguments; functions that neither an operation
 * nor another source calls.
 */
export function functionFaults(
  operations: Operation[],
  functions: ApiFunction[],
  sources: Sources = new Map(),
): string[] {
  const wrong = operations.flatMap((operation) => {
    const own = functions.filter((each) => each.name === operation.id)
    if (own.length !== 1) return [`${operation.id}: ${own.length} functions`]
    const [asked, taken] = [argumentsOf(operation).sort().join(', '), own[0]?.args.toSorted().join(', ')]
    return asked === taken ? [] : [`${operation.id}: asks (${asked}), function takes (${taken})`]
  })
  const ids = operations.map((operation) => operation.id)
  const doorless = functions.filter(({ name }) => !ids.includes(name) && !isCalled(name, sources))
  return [...wrong, ...doorless.map((each) => `${each.name}: no operation`)]
}

// By its name with a parenthesis in a statement, or by its name alone in TypeScript.
function isCalled(name: string, sources: Sources): boolean {
  const call = new RegExp(`(?<!function |exists )\\bapi\\.${name}\\(|'${name}'`)
  return [...sources.values()].some((text) => call.test(text))
}

/** Names that stand in only one of two lists. */
export function unpaired(operations: Operation[], handlers: string[]): string[] {
  const ids = new Set(operations.map((operation) => operation.id))
  return [...ids.symmetricDifference(new Set(handlers))].sort()
}

/** Files that miss the function of their operation: sql/api/<tag>/<operationId>.sql. */
export function misplacedSql(document: RawDocument, sources: Map<string, string>): string[] {
  return eachOperation(document).flatMap(({ operation }) => {
    const path = `sql/api/${operation.tags?.[0]}/${operation.operationId}.sql`
    const head = `create or replace function api.${operation.operationId}(`
    return sources.get(path)?.includes(head) ? [] : [path]
  })
}

/** Permissions that an operation asks for but the catalogue lacks. */
export function unknownPermissions(document: RawDocument, catalogue: string[]): string[] {
  return eachOperation(document).flatMap(({ operation }) =>
    (operation.security ?? [])
      .flatMap((entry) => entry.bearer ?? [])
      .filter((permission) => !catalogue.includes(permission))
      .map((permission) => `${operation.operationId}: ${permission}`),
  )
}

/** Names what each operation lacks. `ofSis`: whether everything that needs a token concerns one SIS. */
export function documentFaults(document: RawDocument, { ofSis }: { ofSis: boolean }): string[] {
  const operations = eachOperation(document)
  const ids = operations.map(({ operation }) => operation.operationId)
  return operations.flatMap(({ name, operation }) => {
    const faults = [...operationFaults(operation, document), ...accessFaults(operation, ofSis)]
    if (ids.filter((id) => id === operation.operationId).length > 1) faults.push('operationId is not its own')
    return faults.map((fault) => `${name}: ${fault}`)
  })
}

function operationFaults(operation: RawOperation, document: RawDocument): string[] {
  const { operationId = '', summary = '', tags = [], security, parameters = [], responses } = operation
  const known = document.tags.map((tag) => tag.name)
  const takesInput =
    parameters.some((parameter) => parameter.in !== 'header') || operation.requestBody !== undefined
  const statuses = [
    ...(security?.length === 0 ? [] : [401, 403]),
    ...(takesInput ? [operation['x-invalid-status'] ?? 422] : []),
    ...(parameters.some((parameter) => parameter.in === 'path') ? [404] : []),
  ]
  return [
    ...(/^[a-z]+(_[a-z]+)*$/.test(operationId) ? [] : ['operationId is not snake_case']),
    ...(summary.trim() === '' ? ['no summary'] : []),
    ...(tags.length === 1 && tags.every((tag) => known.includes(tag)) ? [] : ['no tag of the document']),
    ...statuses.filter((status) => !(status in responses)).map((status) => `does not document ${status}`),
  ]
}

/** Faults in the security of an operation; an empty alternative admits anyone. */
function accessFaults({ security }: RawOperation, ofSis: boolean): string[] {
  if (security === undefined) return ['no security']
  const named = security.filter((entry) => Object.keys(entry).length > 0)
  const asksRight = (entry: Record<string, string[]>) => entry.bearer?.some((right) => right !== 'admin')
  return [
    ...(named.some((entry) => !entry.bearer) ? ['names sisKey without bearer'] : []),
    ...(named.some((entry) => !entry.sisKey && (ofSis || asksRight(entry))) ? ['names no sisKey'] : []),
    ...(named.length < security.length && (ofSis || named.length === 0)
      ? ['is for anyone among others']
      : []),
  ]
}

function eachOperation(document: RawDocument): { name: string; operation: RawOperation }[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
  )
}

/** @throws when a document is not valid OpenAPI, or refers to what is not there. */
export async function checkOpenApi(document: object): Promise<void> {
  const validator = new Validator()
  const copy: Record<string, unknown> = { ...structuredClone(document) }
  const { valid, errors } = await validator.validate(copy)
  if (!valid) throw new Error(`invalid: ${JSON.stringify(errors)}`)
  validator.resolveRefs()
}

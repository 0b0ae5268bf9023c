import type { Operation } from '../document/operation.ts'

// biome-ignore lint/suspicious/noExplicitAny: any document
type Json = any

/**
 * Whether an operation's document accepts every request without a query, and adds nothing to it: it has no body, no
 * parameter in its path, and no parameter that is required, has a default, or is a header other than any text.
 */
export function acceptsBare(source: Json, { path, method }: Pick<Operation, 'path' | 'method'>): boolean {
  const { parameters = [], requestBody } = source.paths[path][method]
  return requestBody === undefined && parameters.every(mayBeAbsent)
}

/**
 * Whether the address of a request decides whether an operation's document accepts it, and what its parameters are: it is
 * a GET, and any text may stand in its headers.
 */
export function acceptsByAddress(
  source: Json,
  { path, method }: Pick<Operation, 'path' | 'method'>,
): boolean {
  const { parameters = [] } = source.paths[path][method]
  return method === 'get' && parameters.every((each: Json) => each.in !== 'header' || isAnyText(each))
}

function mayBeAbsent(parameter: Json): boolean {
  const { in: place, required, schema } = parameter
  if (required || schema.default !== undefined) return false
  return place === 'query' || (place === 'header' && isAnyText(parameter))
}

function isAnyText({ schema, required }: Json): boolean {
  return !required && JSON.stringify(schema) === '{"type":"string"}'
}

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

function mayBeAbsent({ in: place, required, schema }: Json): boolean {
  if (required || schema.default !== undefined) return false
  return place === 'query' || (place === 'header' && JSON.stringify(schema) === '{"type":"string"}')
}

import type { Request } from 'express'
import type { Operation } from '../document/operation.ts'
import { resolveSchema } from '../document/resolve_schema.ts'
import type { Fault } from '../refusals/invalid_input.ts'

// biome-ignore lint/suspicious/noExplicitAny: any document
type Json = any

const DIGITS = /^-?\d+$/

/**
 * Finds integers in path and query that are not written in decimal digits. The validator reads them as JavaScript does:
 * `0x10` is 16, `+4` and ` 4` are 4.
 */
export function decimalDigits(source: Json, { path, method }: Operation): (req: Request) => Fault[] {
  const parameters: Json[] = (source.paths[path][method].parameters ?? [])
    .filter((each: Json) => each.in !== 'header' && isInteger(source, each.schema))
    // A list where one number is expected is a fault of the whole parameter.
    .map((each: Json) => ({ ...each, isList: resolveSchema(source, each.schema).items !== undefined }))
  return ({ params, query }) =>
    parameters.flatMap(({ name, in: place, isList }) => {
      const given = (place === 'path' ? params : query)[name] ?? []
      return [given].flat().flatMap((value, n) => {
        const path = `/${place}/${name}${isList ? `/${n}` : ''}`
        const written = value === '' || DIGITS.test(String(value))
        return written ? [] : [{ path, message: 'must be integer', keyword: 'type' }]
      })
    })
}

function isInteger(source: Json, schema: Json): boolean {
  const { type, items } = resolveSchema(source, schema)
  return type === 'integer' || (items !== undefined && isInteger(source, items))
}

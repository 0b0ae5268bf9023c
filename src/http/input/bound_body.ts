import type { RequestHandler } from 'express'
import type { Operation } from '../document/operation.ts'
import { resolveSchema } from '../document/read_openapi.ts'
import { refusals } from '../refusals/errors.ts'
import { bodySchema } from './reduce_body.ts'

// biome-ignore lint/suspicious/noExplicitAny: any document, any body
type Json = any

/** Levels that a body may nest; the documents of the APIs nest ten at most. */
const DEPTH = 100

/** Refuses a body that nests so deep that code walking it would run out of stack. */
export const refuseDeep: RequestHandler = (req, _res, next) => {
  let level: unknown[] = [req.body]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEPTH) throw refusals.notJson()
    level = level
      .filter((value) => typeof value === 'object' && value !== null)
      .flatMap((value) => Object.values(value as object))
  }
  next()
}

/**
 * Cuts a list that is too long for its schema to one element more than the limit. The body is still refused for its
 * length, but the process does not spend seconds on the faults of tens of thousands of elements.
 */
export function cutLists(source: object, operation: Operation): RequestHandler {
  const schema = bodySchema(source, operation)
  return (req, _res, next) => {
    if (schema !== null) cut(source, schema, req.body)
    next()
  }
}

function cut(source: Json, schema: Json, value: Json): void {
  const known = resolveSchema(source, schema)
  for (const each of known.oneOf ?? []) cut(source, each, value)
  if (Array.isArray(value) && known.items) {
    if (value.length > known.maxItems) value.length = known.maxItems + 1
    for (const each of value) cut(source, known.items, each)
  } else if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(known.properties ?? {}))
      if (Object.hasOwn(value, key)) cut(source, each, value[key])
}

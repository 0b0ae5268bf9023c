import type { RequestHandler } from 'express'
import { refusals } from './errors.ts'
import { bodySchema } from './input.ts'
import type { Operation } from './operation.ts'
import { resolveSchema } from './read_openapi.ts'

// biome-ignore lint/suspicious/noExplicitAny: any document, any body
type Json = any

/** The documents of the APIs nest ten levels at most. */
const DEPTH = 100

/** Refuses a body that nests so deep that whoever goes through it runs out of stack. */
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
 * Cuts each list that its schema says is too long to one element more than it may have. It is refused for that; the faults of tens of
 * thousands of others would keep the process busy for seconds.
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

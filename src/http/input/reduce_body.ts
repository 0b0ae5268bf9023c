import type { RequestHandler } from 'express'
import type { Operation } from '../document/operation.ts'
import { resolveSchema } from '../document/read_openapi.ts'
import { Refusal } from '../refusals/errors.ts'

// biome-ignore lint/suspicious/noExplicitAny: any document, any body
type Json = any

/**
 * Treats a missing body, or an empty one without a type, as an object without fields, so that the refusal names each
 * required field.
 */
export const missingAsEmpty: RequestHandler = (req, res, next) => {
  const untyped = req.get('content-type') === undefined
  const empty = req.get('transfer-encoding') === undefined && Number(req.get('content-length') ?? 0) === 0
  if (res.locals.operation.hasBody && req.body === undefined && (untyped || empty)) {
    req.headers['content-type'] = 'application/json'
    req.body = {}
  }
  next()
}

/**
 * Reduces a checked body to the fields of the document, because clients send back whole records with extra fields. A
 * text that PostgreSQL cannot store is refused by field.
 */
export function reduceBody(source: object, operation: Operation): RequestHandler {
  const schema = bodySchema(source, operation)
  return (req, _res, next) => {
    if (schema !== null) req.body = checkTexts(pick(source, schema, req.body), '')
    next()
  }
}

/** The schema of an operation's JSON body; null for an operation without one. */
export function bodySchema(source: Json, { path, method }: Operation): Json {
  return source.paths[path][method].requestBody?.content['application/json']?.schema ?? null
}

/** Copies a value without the keys that its schema does not name. */
export function pick(source: Json, schema: Json, value: Json): Json {
  const known = resolveSchema(source, schema)
  if (Array.isArray(value)) return known.items ? value.map((each) => pick(source, known.items, each)) : value
  if (typeof value !== 'object' || value === null) return value
  const object = [known, ...(known.oneOf ?? [])]
    .map((each) => resolveSchema(source, each))
    .find((each) => each.properties)
  if (object === undefined) return value
  const kept = Object.entries(object.properties).filter(([key]) => Object.hasOwn(value, key))
  return Object.fromEntries(kept.map(([key, each]) => [key, pick(source, each, value[key])]))
}

// PostgreSQL stores neither U+0000 nor halves of surrogate pairs.
function checkTexts(value: Json, path: string): Json {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
    throw new Refusal(422, { [path]: ['Ce texte contient un signe qui ne peut être enregistré.'] })
  if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value)) checkTexts(each, path === '' ? key : `${path}.${key}`)
  return value
}

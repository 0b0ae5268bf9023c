import type { RequestHandler } from 'express'
import type { Operation } from '../document/operation.ts'
import { resolveSchema } from '../document/resolve_schema.ts'
import { Refusal, refusals } from '../refusals/errors.ts'

// biome-ignore lint/suspicious/noExplicitAny: any document, any body
type Json = any

/** Levels that a body may nest; the documents of the APIs nest ten at most. */
export const DEPTH = 100

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

/** Reduces a body to what its document names, before it is checked. */
export function reduceBody(source: object, operation: Operation): RequestHandler {
  const schema = bodySchema(source, operation)
  return (req, _res, next) => {
    if (schema !== null) req.body = pick(source, schema, req.body)
    next()
  }
}

/** The schema of an operation's JSON body; null for an operation without one. */
export function bodySchema(source: Json, { path, method }: Operation): Json {
  return source.paths[path][method].requestBody?.content['application/json']?.schema ?? null
}

/**
 * Copies a value without the keys that its schema does not name, because clients send back whole records with extra
 * fields. Texts are trimmed, because clients send stray spaces. A list that is too long is cut to one element more than
 * its limit: it is still refused, but nobody waits for the faults of thousands of elements. So the work is bounded by
 * the schema, not by the body.
 * @throws 400 for a value that nests so deep that code walking it would run out of stack
 */
export function pick(source: Json, schema: Json, value: Json, key = '', depth = 0): Json {
  // A password may begin or end with a space.
  if (typeof value === 'string') return key.includes('password') ? value : value.trim()
  if (typeof value !== 'object' || value === null) return value
  if (depth > DEPTH) throw refusals.notJson()
  const known = resolveSchema(source, schema)
  const forms = [known, ...(known.oneOf ?? [])].map((each) => resolveSchema(source, each))
  if (Array.isArray(value)) {
    const { items = {}, maxItems = Number.POSITIVE_INFINITY } = forms.find((each) => each.items) ?? {}
    return value.slice(0, maxItems + 1).map((each) => pick(source, items, each, '', depth + 1))
  }
  const properties = forms.find((each) => each.properties)?.properties
  const entries = properties ? named(properties, value) : Object.entries(value).map(([name]) => [name, {}])
  return Object.fromEntries(
    entries.map(([name, each]: Json) => [name, pick(source, each, value[name], name, depth + 1)]),
  )
}

function named(properties: Json, value: object): [string, Json][] {
  return Object.entries(properties).filter(([key]) => Object.hasOwn(value, key))
}

/** Refuses by field a text that PostgreSQL cannot store. */
export const refuseUnstorable: RequestHandler = (req, _res, next) => {
  checkTexts(req.body, '')
  next()
}

// PostgreSQL stores neither U+0000 nor halves of surrogate pairs.
function checkTexts(value: Json, path: string): void {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
    throw new Refusal(422, { [path]: ['Ce texte contient un signe qui ne peut être enregistré.'] })
  if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value)) checkTexts(each, path === '' ? key : `${path}.${key}`)
}

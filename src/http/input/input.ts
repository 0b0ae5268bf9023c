import type { Request, RequestHandler, Response } from 'express'
import type { Operation } from '../document/operation.ts'
import { resolveSchema } from '../document/read_openapi.ts'
import { Refusal, refusals } from '../refusals/errors.ts'
import { InvalidInput, toFault } from '../refusals/invalid_input.ts'
import { checkAnswer } from './check_answer.ts'
import { compileCheck } from './compile_check.ts'
import { readForm } from './read_form.ts'
import { readQuery } from './read_query.ts'

// biome-ignore lint/suspicious/noExplicitAny: any document, any body
type Json = any

/** Checks requests of an operation against its document; with `validateResponses`, its answers too. */
export function checkInput(source: object, operation: Operation, validateResponses: boolean): RequestHandler {
  const form = takesForm(source, operation) ? readForm() : null
  const check: RequestHandler = (req, res, next) => {
    const checked = checks.get(operation) ?? makeCheck(source, operation)
    checks.set(operation, checked)
    try {
      checked(req, res)
    } catch (error) {
      return next(error)
    }
    if (validateResponses) checkAnswer(source, operation, res, next)
    next()
  }
  if (form === null) return check
  return (req, res, next) => form(req, res, (error) => (error ? next(error) : check(req, res, next)))
}

type Check = (req: Request, res: Response) => void

// Checks are compiled at the first request, and shared by all servers of the process.
const checks = new WeakMap<Operation, Check>()

// The check throws the faults of a request. It leaves parameters with their types in `req.query` and
// `res.locals.path`.
function makeCheck(source: Json, { path, method }: Operation): Check {
  const { parameters = [], requestBody } = source.paths[path][method]
  const checkParameters = compileCheck(source, parametersSchema(parameters), 'parameters')
  const bodySchemas: Json[] = Object.values<Json>(requestBody?.content ?? {}).map((each) => each.schema ?? {})
  const checkBody = bodySchemas.map((schema) => {
    const needed = resolveSchema(source, schema).required
    return compileCheck(
      source,
      { ...(needed && { required: ['body'] }), properties: { body: schema } },
      'body',
    )
  })[0]
  return (req, res) => {
    const typed = requestBody === undefined || isTyped(req, requestBody)
    const data = { query: readQuery(req, parameters), headers: req.headers, params: { ...req.params } }
    Object.defineProperty(req, 'query', { value: data.query, configurable: true, writable: true })
    res.locals.path = data.params
    const errors = [
      ...(checkParameters(data) ? [] : (checkParameters.errors ?? [])),
      ...(!checkBody || !typed || checkBody({ body: req.body }) ? [] : (checkBody.errors ?? [])),
    ]
    if (errors.length > 0) throw new InvalidInput(errors.map(toFault))
    refuseInfinite({ ...data.params, ...data.query }, res.locals.operation.invalidStatus)
  }
}

const places: Record<string, string> = { query: 'query', header: 'headers', path: 'params' }

// Node writes names of headers in lower case.
function parametersSchema(parameters: Json[]): Json {
  const schema: Json = { properties: {} }
  for (const place of ['query', 'header', 'path']) {
    const own = parameters.filter((each) => each.in === place)
    const nameOf = ({ name }: Json) => (place === 'header' ? name.toLowerCase() : name)
    schema.properties[places[place] ?? place] = {
      type: 'object',
      properties: Object.fromEntries(own.map((each) => [nameOf(each), each.schema])),
      required: own.filter((each) => each.required).map(nameOf),
    }
  }
  return schema
}

// Whether there is a body to check. @throws 415 for a body of another type, or without a type where one is required
function isTyped(req: Request, { required, content }: Json): boolean {
  const type = req.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (Object.hasOwn(content, type)) return true
  if (type === '' && required === false) return false
  throw refusals.wrongMediaType(Object.keys(content)[0])
}

// Ajv accepts a number that overflows (1e400) as an integer.
function refuseInfinite(parameters: Record<string, unknown>, status: number): void {
  for (const [name, value] of Object.entries(parameters))
    if (typeof value === 'number' && !Number.isFinite(value))
      throw refusals.invalid({ [name]: ['Ce champ doit être un nombre entier.'] }, status)
}

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

function takesForm(source: Json, { path, method }: Operation): boolean {
  return source.paths[path][method].requestBody?.content['multipart/form-data'] !== undefined
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

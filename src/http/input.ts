import express, { type ErrorRequestHandler, type Request, type RequestHandler } from 'express'
import { error as validation } from 'express-openapi-validator'
import { OpenApiValidator } from 'express-openapi-validator/dist/openapi.validator.js'
import { Refusal, refusals } from './errors.ts'
import { expressPath } from './find_operation.ts'
import { formats } from './formats.ts'
import type { Operation } from './operation.ts'
import { resolveSchema } from './read_openapi.ts'

// biome-ignore lint/suspicious/noExplicitAny: any document, any body
type Json = any

/** Bytes of a file that is uploaded, and of what is kept of it. */
export const UPLOAD_LIMIT = 1024 * 1024

/** Checks what an operation is asked against its document, and its answers too when these are validated. */
export function checkInput(source: object, operation: Operation, validateResponses: boolean): RequestHandler {
  const known = checks[validateResponses ? 'both' : 'requests']
  return (req, res, next) => {
    const check = known.get(operation) ?? makeCheck(source, operation, validateResponses)
    known.set(operation, check)
    check(req, res, next)
  }
}

// Compiled when first needed, and once for all servers of the process.
const checks = {
  requests: new WeakMap<Operation, RequestHandler>(),
  both: new WeakMap<Operation, RequestHandler>(),
}

// A validator of its own, with its own path only: the library looks for the operation by compiling the pattern of each path of
// its document, at each request.
function makeCheck(source: object, operation: Operation, validateResponses: boolean): RequestHandler {
  return express
    .Router()
    .use(validator(source, operation, validateResponses), refuseInfinite)
    .use(takesForm(source, operation) ? refuseForm : passOn)
}

// The validator takes a parameter that overflows (1e400) for an integer. It leaves those of the path there, in their types.
const refuseInfinite: RequestHandler = (req: Request & { openapi?: { pathParams: object } }, res, next) => {
  for (const [name, value] of Object.entries<unknown>({ ...req.openapi?.pathParams, ...req.query }))
    if (typeof value === 'number' && !Number.isFinite(value))
      throw refusals.invalid(
        { [name]: ['Ce champ doit être un nombre entier.'] },
        res.locals.operation.invalidStatus,
      )
  next()
}

/** Takes a body that is missing, or is not said to be of any type, for an object without fields: so each required field is named. */
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
 * Reduces a checked body to what the document knows: clients send back whole records, with extras of their own. A text that cannot
 * be stored is refused by field.
 */
export function reduceBody(source: object, operation: Operation): RequestHandler {
  const schema = bodySchema(source, operation)
  return (req, _res, next) => {
    if (schema !== null) req.body = checkTexts(pick(source, schema, req.body), '')
    next()
  }
}

const FORM = 'multipart/form-data'

function takesForm(source: Json, { path, method }: Operation): boolean {
  return source.paths[path][method].requestBody?.content[FORM] !== undefined
}

const passOn: ErrorRequestHandler = (error, _req, _res, next) => next(error)

// What the validator says of a form it cannot read is a failure of its own, or about no field.
const refuseForm: ErrorRequestHandler = (error, _req, _res, next) => {
  if (error instanceof validation.UnsupportedMediaType) throw refusals.wrongMediaType(FORM)
  const readable =
    error instanceof validation.BadRequest && error.errors.every(({ path }) => path.startsWith('/body'))
  const unreadable = error instanceof validation.BadRequest || error instanceof validation.InternalServerError
  next(unreadable && !readable ? refusals.notForm() : error)
}

// As the library's own `middleware`, but for a document that is known to be good (test/contract.test.ts), and cut to one operation: it
// would check the whole against the schema of OpenAPI, and look for the operation by compiling the pattern of every path, at each request.
function validator(source: Json, operation: Operation, validateResponses: boolean) {
  const { path, method } = operation
  const described = source.paths[path][method]
  const apiDoc = structuredClone({
    ...source,
    paths: { [path]: { [method]: described } },
    components: componentsOf(source, described),
  })
  const basePaths: string[] = source.servers.map(({ url }: { url: string }) => url)
  const routes = basePaths.map((basePath) => ({
    basePath,
    expressRoute: `${basePath}${expressPath(path)}`,
    openApiRoute: `${basePath}${path}`,
    method: method.toUpperCase(),
    pathParams: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
  }))
  const library = new OpenApiValidator({
    apiSpec: apiDoc,
    validateRequests: { allowUnknownQueryParameters: true, coerceTypes: false, allErrors: true },
    ajvFormats: { mode: 'full' },
    formats,
    validateResponses,
    validateSecurity: false,
    fileUploader: takesForm(source, operation) && {
      limits: { fileSize: UPLOAD_LIMIT, files: 1, fields: 10, parts: 11 },
    },
  })
  return library.installMiddleware(Promise.resolve({ apiDoc, basePaths, routes, serial: 0 }))
}

// What an operation refers to, and what that refers to.
function componentsOf(source: Json, operation: Json): Json {
  const found: Json = {}
  const collect = (value: Json): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(value).matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
      found[kind] ??= {}
      if (name in found[kind]) continue
      found[kind][name] = source.components[kind][name]
      collect(found[kind][name])
    }
  }
  collect(operation)
  return found
}

/** The schema of an operation's JSON body, null without one. */
export function bodySchema(source: Json, { path, method }: Operation): Json {
  return source.paths[path][method].requestBody?.content['application/json']?.schema ?? null
}

/** What of a value its schema knows: keys that it does not name are left out. */
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

// PostgreSQL keeps neither U+0000 nor halves of surrogate pairs.
function checkTexts(value: Json, path: string): Json {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
    throw new Refusal(422, { [path]: ['Ce texte contient un signe qui ne peut être enregistré.'] })
  if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value)) checkTexts(each, path === '' ? key : `${path}.${key}`)
  return value
}

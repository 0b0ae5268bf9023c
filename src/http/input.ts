import express, { type ErrorRequestHandler, type RequestHandler } from 'express'
import { middleware as openApiValidator, error as validation } from 'express-openapi-validator'
import type { Operation } from './document.ts'
import { Refusal, refusals } from './errors.ts'
import { isInstant, isMoment } from './instant.ts'

// biome-ignore lint/suspicious/noExplicitAny: any document, any body
type Json = any

/** Bytes of a file that is uploaded, and of what is kept of it. */
export const UPLOAD_LIMIT = 1024 * 1024

/**
 * Checks what an operation is asked against its document, and its answers too when these are validated. The body is reduced to
 * what the document knows: clients send back whole records, with extras of their own.
 */
export function checkInput(source: object, operation: Operation, validateResponses: boolean): RequestHandler {
  // A validator of its own, with its own path only: the library looks for the operation by compiling the pattern of each path of
  // its document, at each request. Made when it is first needed.
  let router: express.Router | undefined
  const schema = bodySchema(source, operation)
  return (req, res, next) => {
    router ??= express
      .Router()
      .use(validator(source, operation, validateResponses))
      .use((req, _res, next) => {
        if (schema !== null) req.body = checkTexts(pick(source, schema, req.body), '')
        next()
      })
      .use(takesForm(source, operation) ? refuseForm : passOn)
    router(req, res, next)
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

function validator(source: Json, operation: Operation, validateResponses: boolean) {
  const { path, method } = operation
  return openApiValidator({
    apiSpec: { ...source, paths: { [path]: { [method]: source.paths[path][method] } } },
    validateRequests: { allowUnknownQueryParameters: true, coerceTypes: false, allErrors: true },
    ajvFormats: { mode: 'full' },
    formats: {
      instant: { type: 'string', validate: isInstant },
      moment: { type: 'string', validate: isMoment },
    },
    validateResponses,
    validateSecurity: false,
    fileUploader: takesForm(source, operation) && {
      limits: { fileSize: UPLOAD_LIMIT, files: 1, fields: 10, parts: 11 },
    },
  })
}

function bodySchema(source: Json, { path, method }: Operation): Json {
  return source.paths[path][method].requestBody?.content['application/json']?.schema ?? null
}

/** What of a value its schema knows: keys that it does not name are left out. */
export function pick(source: Json, schema: Json, value: Json): Json {
  const known = resolve(source, schema)
  if (Array.isArray(value)) return known.items ? value.map((each) => pick(source, known.items, each)) : value
  if (typeof value !== 'object' || value === null) return value
  const object = [known, ...(known.oneOf ?? [])]
    .map((each) => resolve(source, each))
    .find((each) => each.properties)
  if (object === undefined) return value
  const kept = Object.entries(object.properties).filter(([key]) => Object.hasOwn(value, key))
  return Object.fromEntries(kept.map(([key, each]) => [key, pick(source, each, value[key])]))
}

function resolve(source: Json, schema: Json): Json {
  const name = /^#\/components\/schemas\/(\w+)$/.exec(schema.$ref ?? '')?.[1]
  return name === undefined ? schema : resolve(source, source.components.schemas[name])
}

// PostgreSQL keeps neither U+0000 nor halves of surrogate pairs.
function checkTexts(value: Json, path: string): Json {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
    throw new Refusal(422, { [path]: ['Ce texte contient un signe qui ne peut être enregistré.'] })
  if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value)) checkTexts(each, path === '' ? key : `${path}.${key}`)
  return value
}

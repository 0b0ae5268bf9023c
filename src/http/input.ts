import express, { type RequestHandler } from 'express'
import { middleware as openApiValidator } from 'express-openapi-validator'
import type { Operation } from './document.ts'
import { Refusal } from './errors.ts'
import { isInstant } from './instant.ts'

// biome-ignore lint/suspicious/noExplicitAny: any document, any body
type Json = any

const UPLOAD_LIMIT = 1024 * 1024

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
    router(req, res, next)
  }
}

function validator(source: Json, { path, method }: Operation, validateResponses: boolean) {
  const operation = source.paths[path][method]
  const multipart = operation.requestBody?.content['multipart/form-data'] !== undefined
  return openApiValidator({
    apiSpec: { ...source, paths: { [path]: { [method]: operation } } },
    // test/contract.test.ts does so, once for the whole: here it takes half of the time.
    validateApiSpec: false,
    validateRequests: { allowUnknownQueryParameters: true, coerceTypes: false, allErrors: true },
    ajvFormats: { mode: 'full' },
    formats: { instant: { type: 'string', validate: isInstant } },
    validateResponses,
    validateSecurity: false,
    fileUploader: multipart ? { limits: { fileSize: UPLOAD_LIMIT, files: 1, fields: 10, parts: 11 } } : false,
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

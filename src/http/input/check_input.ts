import type { Request, RequestHandler, Response } from 'express'
import { LRUCache } from 'lru-cache'
import type { Operation } from '../document/operation.ts'
import { refusals } from '../refusals/errors.ts'
import { InvalidInput } from '../refusals/invalid_input.ts'
import { acceptsBare, acceptsByAddress } from './accepts_bare.ts'
import { decimalDigits } from './decimal_digits.ts'
import { type Input, operationValidator } from './operation_validator.ts'
import { readForm } from './read_form.ts'
import { readFormValues } from './read_form_values.ts'
import { bodySchema } from './reduce_body.ts'

// biome-ignore lint/suspicious/noExplicitAny: any document
type Json = any

// The parameters of a request, with the types of their schemas.
interface Parameters {
  query: Record<string, unknown>
  path: Record<string, unknown>
}

// Addresses of GETs that were found valid. Clients ask the same ones again and again.
const accepted = new LRUCache<string, Parameters>({ max: 1_000 })
const LONGEST_ADDRESS = 500

/** Checks requests of an operation against its document; with `validateResponses`, its answers too. */
export function checkInput(source: object, operation: Operation, validateResponses: boolean): RequestHandler {
  const form = takesForm(source, operation) ? readForm() : null
  const validate = operationValidator(source, operation, validateResponses)
  const schema = bodySchema(source, operation)
  const takesBare = !validateResponses && acceptsBare(source, operation)
  const findOdd = decimalDigits(source, operation)
  const byAddress = !validateResponses && acceptsByAddress(source, operation)
  const check: RequestHandler = async (req, res, next) => {
    if (takesBare && !req.originalUrl.includes('?')) {
      res.locals.path = {}
      return next()
    }
    const known = byAddress ? accepted.get(req.originalUrl) : undefined
    if (known !== undefined) {
      pass(req, res, known)
      return next()
    }
    if (schema !== null) readFormValues(source, schema, req.body)
    try {
      const odd = findOdd(req)
      const { query, path } = await validate(inputOf(req), { res, fail: next }).catch((error: unknown) => {
        throw error instanceof InvalidInput ? new InvalidInput([...error.faults, ...odd]) : error
      })
      if (odd.length > 0) throw new InvalidInput(odd)
      refuseInfinite({ ...path, ...query }, operation.invalidStatus)
      if (byAddress && req.originalUrl.length <= LONGEST_ADDRESS)
        accepted.set(req.originalUrl, { query: { ...query }, path: { ...path } })
      pass(req, res, { query, path })
    } catch (error) {
      return next(error)
    }
    next()
  }
  if (form === null) return check
  return (req, res, next) => form(req, res, (error) => (error ? next(error) : check(req, res, next)))
}

// A handler may change what it is given.
function pass(req: Request, res: Response, { query, path }: Parameters): void {
  Object.defineProperty(req, 'query', { value: { ...query }, configurable: true, writable: true })
  res.locals.path = { ...path }
}

function inputOf({ path, originalUrl, query, headers, body }: Request): Input {
  return { path, search: /\?[^#]*/.exec(originalUrl)?.[0] ?? '', query, headers, body }
}

// Ajv accepts a number that overflows (1e400) as an integer.
function refuseInfinite(parameters: Record<string, unknown>, status: number): void {
  for (const [name, value] of Object.entries(parameters))
    if (typeof value === 'number' && !Number.isFinite(value))
      throw refusals.invalid({ [name]: ['Ce champ doit être un nombre entier.'] }, status)
}

function takesForm(source: Json, { path, method }: Operation): boolean {
  return source.paths[path][method].requestBody?.content['multipart/form-data'] !== undefined
}

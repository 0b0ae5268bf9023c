import type { Request, RequestHandler } from 'express'
import type { Operation } from '../document/operation.ts'
import { refusals } from '../refusals/errors.ts'
import { type Input, operationValidator, type Validate } from './operation_validator.ts'
import { readForm } from './read_form.ts'

// biome-ignore lint/suspicious/noExplicitAny: any document
type Json = any

/** Checks requests of an operation against its document; with `validateResponses`, its answers too. */
export function checkInput(source: object, operation: Operation, validateResponses: boolean): RequestHandler {
  const form = takesForm(source, operation) ? readForm() : null
  const check: RequestHandler = async (req, res, next) => {
    try {
      const validate = validatorOf(source, operation, validateResponses)
      const { query, path } = await validate(inputOf(req), { res, fail: next })
      Object.defineProperty(req, 'query', { value: query, configurable: true, writable: true })
      res.locals.path = path
      refuseInfinite({ ...path, ...query }, operation.invalidStatus)
    } catch (error) {
      return next(error)
    }
    next()
  }
  if (form === null) return check
  return (req, res, next) => form(req, res, (error) => (error ? next(error) : check(req, res, next)))
}

// Validators are made at the first request, and shared by all servers of the process.
const validators = {
  requests: new WeakMap<Operation, Validate>(),
  answers: new WeakMap<Operation, Validate>(),
}

function validatorOf(source: object, operation: Operation, validateResponses: boolean): Validate {
  const made = validateResponses ? validators.answers : validators.requests
  const validate = made.get(operation) ?? operationValidator(source, operation, validateResponses)
  made.set(operation, validate)
  return validate
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

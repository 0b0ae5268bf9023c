import type { ErrorRequestHandler } from 'express'
import { toRefusal } from '../refusals/errors.ts'
import type { DatabaseOfSis } from './database.ts'
import { openRequest } from './open_request.ts'

/**
 * Keeps the order of errors: a disabled account or an unknown SIS comes before a missing permission, also one that was
 * taken away since the token was issued, and both before a faulty field. The statement of an operation checks both by itself. For requests that are refused before it, they are
 * checked here.
 */
export function putSessionFirst(databases: DatabaseOfSis): ErrorRequestHandler {
  return async (error, _req, res, next) => {
    const { caller, operation } = res.locals
    const status = toRefusal(error, operation?.invalidStatus)?.status ?? 500
    if (caller === undefined || ![400, 403, 413, 415, 422].includes(status)) return next(error)
    await openRequest(databases.of(caller.sisKey), caller, operation)
    next(error)
  }
}

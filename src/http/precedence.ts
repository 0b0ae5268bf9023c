import type { ErrorRequestHandler } from 'express'
import { toRefusal } from './errors.ts'
import { type Database, openRequest } from './operations.ts'

/**
 * Errors have an order: that the account is disabled, or the SIS does not exist, comes before a missing permission or a
 * faulty field. Whoever passes learns it in his one statement; for those refused before it, it is asked here.
 */
export function putSessionFirst(database: Database): ErrorRequestHandler {
  return async (error, _req, res, next) => {
    const { caller, operation } = res.locals
    const status = toRefusal(error, operation?.invalidStatus)?.status ?? 500
    if (caller === undefined || ![400, 403, 413, 415, 422].includes(status)) return next(error)
    await openRequest(database, caller)
    next(error)
  }
}

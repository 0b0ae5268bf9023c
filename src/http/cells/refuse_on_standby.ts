import type { ErrorRequestHandler } from 'express'
import { isStandby } from '../../db/is_standby.ts'
import { refusals, toRefusal } from '../refusals/errors.ts'
import type { Databases } from './databases.ts'

/**
 * Answers 503 to a write that a standby refused for what it found there: a record that is missing or was changed. The
 * standby may lag, and the primary would have carried out the write.
 */
export function refuseOnStandby(databases: Databases): ErrorRequestHandler {
  return async (error, _req, res, next) => {
    const { caller, operation } = res.locals
    const status = toRefusal(error, operation?.invalidStatus)?.status ?? 500
    const found = [404, 409, 412].includes(status) && operation.method !== 'get' && caller !== undefined
    next(found && (await isStandby(databases.of(caller.sisKey).pool)) ? refusals.busy() : error)
  }
}

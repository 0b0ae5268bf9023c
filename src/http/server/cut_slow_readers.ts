import type { RequestHandler } from 'express'
import onHeaders from 'on-headers'

const PATIENCE_MS = 120_000

/**
 * Ends connections whose client takes nothing of an answer for two minutes: the server holds what it did not take. Time
 * begins with the answer, so a request may take as long as its statements may. A stream of alarms has its own patience.
 */
export function cutSlowReaders(patienceMs = PATIENCE_MS): RequestHandler {
  return (_req, res, next) => {
    onHeaders(res, () => res.setTimeout(patienceMs, () => res.destroy()))
    next()
  }
}

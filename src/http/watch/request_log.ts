import { trace } from '@opentelemetry/api'
import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import { doWork, type Work } from '../../process/current_work.ts'
import { requestIdOf, traceIdOf } from './request_id.ts'
import { showTimes, type TimesShownTo } from './server_timing.ts'

declare module 'http' {
  interface IncomingMessage {
    /** Id of this request in the log and in X-Request-Id. */
    id: string
  }
}

// Monitoring asks for these every few seconds.
const probes = ['/health', '/ready']

/**
 * Gives each request its id (`X-Request-Id`), does it as a work of its own, and logs one line for its answer: no
 * headers, no query, no body. Lines of probes have the level debug.
 * @param timing who sees where the time went
 */
export function logRequests(log: Logger, timing: TimesShownTo): RequestHandler {
  return (req, res, next) => {
    req.id = requestIdOf(req)
    res.set('X-Request-Id', req.id)
    const began = performance.now()
    const { method, path } = req
    const traceId = traceIdOf(req) ?? trace.getActiveSpan()?.spanContext().traceId ?? null
    const describe = () => ({
      requestId: req.id,
      ...(traceId !== null && { traceId }),
      method,
      operation: res.locals.operation?.id,
      sis: res.locals.caller?.sisKey,
    })
    res.on('finish', () => {
      log[probes.includes(path) ? 'debug' : 'info'](
        {
          ...describe(),
          user: res.locals.caller?.userId,
          status: res.statusCode,
          ms: Math.round(performance.now() - began),
        },
        'request',
      )
    })
    const act = (work: Work) => {
      showTimes(res, timing, began, work)
      next()
    }
    doWork(describe, act, () => res.destroyed)
  }
}

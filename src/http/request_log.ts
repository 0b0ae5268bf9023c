import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import type { Logger } from 'pino'

declare module 'http' {
  interface IncomingMessage {
    /** Id of this request in the log and in X-Request-Id. */
    id: string
  }
}

// Monitoring asks for these every few seconds.
const probes = ['/health', '/ready']

/**
 * Gives each request an id (`X-Request-Id`), and logs one line for its answer: no headers, no query, no body. Lines
 * of probes have the level debug.
 */
export function logRequests(log: Logger): RequestHandler {
  return (req, res, next) => {
    req.id = randomUUID()
    res.set('X-Request-Id', req.id)
    const began = performance.now()
    const { method, path } = req
    res.on('finish', () => {
      log[probes.includes(path) ? 'debug' : 'info'](
        {
          requestId: req.id,
          method,
          operation: res.locals.operation?.id,
          sis: res.locals.caller?.sisKey,
          user: res.locals.caller?.userId,
          status: res.statusCode,
          ms: Math.round(performance.now() - began),
        },
        'request',
      )
    })
    next()
  }
}

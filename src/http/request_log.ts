import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import type { Logger } from 'pino'

declare module 'http' {
  interface IncomingMessage {
    /** What the log and the answer know this request by. */
    id: string
  }
}

// Asked every few seconds by whatever watches over the server.
const probes = ['/health', '/ready']

/**
 * Gives each request an id (`X-Request-Id`) and the log one line when it is answered: no header, no query, no body. Those of probes
 * are lines of level debug.
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

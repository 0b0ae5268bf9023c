import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import type { Logger } from 'pino'

declare module 'http' {
  interface IncomingMessage {
    /** What the log and the answer know this request by. */
    id: string
  }
}

/** Gives each request an id (`X-Request-Id`) and the log one line when it is answered: no header, no query, no body. */
export function logRequests(log: Logger): RequestHandler {
  return (req, res, next) => {
    req.id = randomUUID()
    res.set('X-Request-Id', req.id)
    const began = performance.now()
    const { method } = req
    res.on('finish', () => {
      log.info(
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

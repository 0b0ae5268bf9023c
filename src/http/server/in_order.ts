import type { ErrorRequestHandler, RequestHandler } from 'express'

/** Runs handlers as a router of Express does, which would compare the path of a request for each of them. */
export function inOrder(handlers: (RequestHandler | ErrorRequestHandler)[]): RequestHandler {
  return (req, res, done) => {
    let at = 0
    const next = (error?: unknown): void => {
      const failed = Boolean(error)
      while (at < handlers.length && (handlers[at]?.length === 4) !== failed) at++
      const handler = handlers[at++]
      if (handler === undefined) {
        done(error)
        return
      }
      try {
        const returned: unknown = failed
          ? (handler as ErrorRequestHandler)(error, req, res, next)
          : (handler as RequestHandler)(req, res, next)
        if (returned instanceof Promise) returned.catch(next)
      } catch (thrown) {
        next(thrown)
      }
    }
    next()
  }
}

import { type ClientRequest, IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import express, { type RequestHandler } from 'express'

type Header = [name: string, value: string]

/**
 * Sets the headers that some middleware sets. Only the Origin of a request makes a difference to them, so the
 * middleware runs once for each origin that is allowed, and once for all others.
 */
export function constantHeaders(middleware: RequestHandler[], origins: string[]): RequestHandler {
  const blocks = new Map(origins.map((origin) => [origin, headersOf(middleware, origin)]))
  const others = headersOf(middleware, '')
  return (req, res, next) => {
    for (const [name, value] of blocks.get(req.headers.origin ?? '') ?? others) res.setHeader(name, value)
    next()
  }
}

function headersOf(middleware: RequestHandler[], origin: string): Header[] {
  const req: express.Request = Object.setPrototypeOf(new IncomingMessage(new Socket()), express.request)
  req.method = 'GET'
  req.headers.origin = origin
  // The types of Node know getRawHeaderNames of requests only.
  const res: express.Response & Pick<ClientRequest, 'getRawHeaderNames'> = Object.setPrototypeOf(
    new ServerResponse(req),
    express.response,
  )
  for (const each of middleware) each(req, res, () => undefined)
  return res.getRawHeaderNames().map((name) => [name, String(res.getHeader(name))])
}

import type { RequestHandler } from 'express'

/** The OpenAPI document of an API, whole, for whoever makes a client of it. */
export function answerDocument(source: object): RequestHandler {
  const text = JSON.stringify(source)
  return (_req, res) => {
    res.type('application/json').set('Cache-Control', 'public, max-age=300').end(text)
  }
}

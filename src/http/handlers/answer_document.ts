import type { RequestHandler } from 'express'
import { digest, isKnown, writeTag } from '../operation/etag.ts'
import { Body } from '../server/body.ts'
import { sendBody } from '../server/compress.ts'

/** GET /openapi.json: the whole OpenAPI document of an API, for authors of clients. */
export function answerDocument(source: object): RequestHandler {
  const text = JSON.stringify(source)
  const body = new Body(Buffer.from(text), 'again')
  const tag = { version: '', state: '', content: digest(text) }
  return (req, res) => {
    res.set({ 'Cache-Control': 'public, max-age=300', ETag: writeTag(tag) })
    if (isKnown(req.get('if-none-match'), tag)) res.status(304).end()
    else sendBody(res.type('application/json'), body)
  }
}

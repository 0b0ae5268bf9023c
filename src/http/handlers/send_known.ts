import type { Request, Response } from 'express'
import { digest, isKnown, writeTag } from '../operation/etag.ts'

/**
 * Answers the same JSON to everybody, or 304 to clients that have it. Not by Express's `req.fresh`: that heeds
 * `Cache-Control: no-cache`, which every browser's fetch adds when a script sends If-None-Match.
 */
export function sendKnown(req: Request, res: Response, body: unknown): void {
  const tag = { version: '', state: '', content: digest(JSON.stringify(body)) }
  res.set('ETag', writeTag(tag))
  if (isKnown(req.get('if-none-match'), tag)) res.status(304).end()
  else res.json(body)
}

import type { Request, Response } from 'express'
import type { Handler } from '../operation/handler.ts'
import { refusals } from '../refusals/errors.ts'

/**
 * How many raw texts may be sent at the same time. Each has up to 36 MB and takes up to four times that in memory.
 */
const AT_ONCE = 4
const AT_ONCE_OF_SIS = 2
// A slower client is cut off: others need its place.
const PATIENCE_MS = 120_000

/**
 * The raw text of a message as a file to save. Anybody may have written it, so no browser may display it (helmet sets
 * `nosniff`).
 */
export function messageRaw(patienceMs = PATIENCE_MS): Handler {
  const underWay = new Map<Response, string | null>()
  return {
    /** @throws 429 while too many raw texts are being sent */
    before: async (_database, { caller }, { res }) => {
      if (res === undefined || res.destroyed) return
      const own = [...underWay.values()].filter((sisKey) => sisKey === caller.sisKey)
      if (underWay.size >= AT_ONCE || own.length >= AT_ONCE_OF_SIS) throw refusals.tooManyDownloads()
      underWay.set(res, caller.sisKey)
      const late = setTimeout(() => res.destroy(), patienceMs)
      res.on('close', () => {
        clearTimeout(late)
        underWay.delete(res)
      })
    },
    answer: answerRaw,
  }
}

function answerRaw(json: string, req: Request, res: Response): void {
  const raw = Buffer.from(JSON.parse(json), 'base64')
  res.set({
    'Content-Type': 'message/rfc822',
    'Content-Disposition': `attachment; filename="message-${Number(req.params.message_id)}.eml"`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Content-Length': String(raw.length),
  })
  res.end(raw)
}

import type { Request, Response } from 'express'
import { refusals } from '../errors.ts'
import type { Handler } from '../operations.ts'

/** How many raw texts may be on their way at the same time: each takes memory, up to four times the 36 MB it may have. */
const AT_ONCE = 4
const AT_ONCE_OF_SIS = 2
// A client that has not taken it by then is given up: others want the place.
const PATIENCE_MS = 120_000

/**
 * The raw text of a message as a file to keep. Anybody may have written it: it is shown by no browser, whatever it holds (helmet has said
 * `nosniff` already).
 */
export function messageRaw(patienceMs = PATIENCE_MS): Handler {
  const underWay = new Map<Response, string | null>()
  return {
    /** @throws 429 while too many are on their way. */
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

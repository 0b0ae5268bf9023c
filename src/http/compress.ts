import { constants } from 'node:zlib'
import compression from 'compression'
import type { RequestHandler } from 'express'

/** JSON of fewer bytes is sent as it is: it fits into a packet anyway. */
const THRESHOLD = 1024

/**
 * Compresses JSON answers of more than 1 KiB with what the client accepts, Brotli first. Nothing else is compressed: a stream of events
 * must not wait for a full buffer, and files are compressed already, or may be. Brotli at 4 takes about as long as gzip at 6 and sends less.
 */
export function compressJson(): RequestHandler {
  return compression({
    threshold: THRESHOLD,
    filter: (_req, res) => /^application\/json\b/.test(String(res.getHeader('Content-Type'))),
    brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
}

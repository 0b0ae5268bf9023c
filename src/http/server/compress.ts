import { constants } from 'node:zlib'
import compression from 'compression'
import type { RequestHandler } from 'express'

/** Shorter JSON (in bytes) is sent uncompressed: it fits into one packet anyway. */
const THRESHOLD = 1024

/**
 * Compresses JSON answers of more than 1 KiB in an encoding that the client accepts, Brotli first. Nothing else is
 * compressed: a stream of events must not wait for a full buffer, and most files are compressed already. Brotli at
 * level 4 takes about as long as gzip at level 6 and sends less.
 */
export function compressJson(): RequestHandler {
  return compression({
    threshold: THRESHOLD,
    filter: (_req, res) => /^application\/json\b/.test(String(res.getHeader('Content-Type'))),
    brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
}

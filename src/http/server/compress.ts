import { ServerResponse } from 'node:http'
import type { Request, RequestHandler, Response } from 'express'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'
import { Body, type Compressed, compressor } from './body.ts'

/** Shorter bodies (in bytes) are sent uncompressed: they fit into one packet anyway. */
const THRESHOLD = 1024

type Encoding = Compressed | 'identity'

// Clients of a kind send the same header, and reading it takes longer than finding it.
const preferences = new LRUCache<string, Encoding>({ max: 100 })
const LONGEST_HEADER = 200

// The encoding for the answer to a request: Brotli, gzip, or none.
function encodingFor({ headers }: Pick<Request, 'headers'>): Encoding {
  const accepted = String(headers['accept-encoding'] ?? '')
  if (accepted === '') return 'identity'
  const known = preferences.get(accepted)
  if (known !== undefined) return known
  const negotiator = new Negotiator({ headers })
  const encoding =
    negotiator.encoding<Encoding>(['br', 'gzip', 'identity'], { preferred: ['br', 'gzip'] }) ?? 'identity'
  if (accepted.length <= LONGEST_HEADER) preferences.set(accepted, encoding)
  return encoding
}

/**
 * Sends a whole body at once, with its length, in an encoding that the client accepts; plain if it cannot be compressed.
 */
export function sendBody(res: Response, body: Body): void {
  const encoding = body.plain.length < THRESHOLD ? 'identity' : encodingFor(res.req)
  if (encoding !== 'identity') res.setHeader('Content-Encoding', encoding)
  const form = encoding === 'identity' ? body.plain : body.in(encoding)
  if (Buffer.isBuffer(form)) end(res, form)
  else
    form.then(
      (bytes) => end(res, bytes),
      () => {
        res.removeHeader('Content-Encoding')
        end(res, body.plain)
      },
    )
}

/** The compressors of a body that is sent as it is made: one, or none where the client wants it plain. */
export function compressorsFor(res: Response): NodeJS.ReadWriteStream[] {
  const encoding = encodingFor(res.req)
  if (encoding === 'identity') return []
  res.setHeader('Content-Encoding', encoding)
  return [compressor(encoding)]
}

function end(res: Response, bytes: Buffer): void {
  res.setHeader('Content-Length', bytes.length)
  Reflect.apply(ServerResponse.prototype.end, res, [bytes])
}

/**
 * Compresses JSON that is sent whole. Nothing else is compressed: a stream of events must not wait for a full buffer,
 * and most files are compressed already.
 */
export const compressJson: RequestHandler = (_req, res, next) => {
  const { end } = res
  // biome-ignore lint/suspicious/noExplicitAny: the overloads of end()
  res.end = (...args: any[]) => {
    const [chunk, encoding] = args
    if (!isWholeJson(res, chunk)) return Reflect.apply(end, res, args)
    sendBody(res, new Body(Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk, encoding), 'once'))
    return res
  }
  next()
}

function isWholeJson(res: Response, chunk: unknown): boolean {
  return (
    (typeof chunk === 'string' || Buffer.isBuffer(chunk)) &&
    !res.headersSent &&
    !res.hasHeader('Content-Encoding') &&
    /^application\/json\b/.test(String(res.getHeader('Content-Type')))
  )
}

import { parse } from 'node:querystring'
import { MIMEType } from 'node:util'
import type { Request, RequestHandler } from 'express'
import { ClientLeft } from '../../process/current_work.ts'
import { refusals } from '../refusals/errors.ts'

// Each chunk costs a callback, however short it is. So beyond a first few, chunks must not be tiny.
const FREE_CHUNKS = 256
const SHORTEST_CHUNK = 16

const decoder = new TextDecoder()

/**
 * Reads a JSON body into `req.body`. Bodies of other types are left unread, for the validator to refuse. Nothing is
 * inflated, because a few compressed bytes can hold a megabyte.
 * @param limit the most bytes
 * @param strict whether the body must be an object or a list
 */
export function readJson(limit: number, strict = true): RequestHandler {
  return async (req, _res, next) => {
    const type = typeOf(req)
    if (!hasBody(req) || type?.essence !== 'application/json') return next()
    req.body = parseJson(await readText(req, type, limit), strict)
    next()
  }
}

/**
 * Reads the fields of a form (`application/x-www-form-urlencoded`) into `req.body`.
 * @param limit the most bytes
 * @param most the most fields
 */
export function readFields(limit: number, most: number): RequestHandler {
  return async (req, _res, next) => {
    const type = typeOf(req)
    if (!hasBody(req) || type?.essence !== 'application/x-www-form-urlencoded') return next()
    const text = await readText(req, type, limit)
    if (text.split('&', most + 1).length > most) throw refusals.tooLarge()
    req.body = parse(text)
    next()
  }
}

/** Tells a client that asks first (`Expect: 100-continue`) to send its body. */
export function letSend(req: Request): void {
  if (req.headers.expect !== undefined) req.res?.writeContinue()
}

/** Refuses a body that is longer than a limit, if the request says so, or compressed. */
export function refuseLong({ headers }: Pick<Request, 'headers'>, limit: number): void {
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') throw refusals.compressed()
  if (Number(headers['content-length'] ?? 0) > limit) throw refusals.tooLarge()
}

async function readText(req: Request, type: MIMEType, limit: number): Promise<string> {
  const charset = type.params.get('charset')?.toLowerCase() ?? 'utf-8'
  if (charset !== 'utf-8' && charset !== 'utf8') throw refusals.wrongMediaType(`${type.essence} en UTF-8`)
  refuseLong(req, limit)
  return decoder.decode(await readBytes(req, limit))
}

function readBytes(req: Request, limit: number): Promise<Buffer> {
  letSend(req)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const end = (act: () => void) => {
      req.off('data', add).off('end', finish).off('close', leave).off('error', leave)
      act()
    }
    const add = (chunk: Buffer) => {
      size += chunk.length
      chunks.push(chunk)
      const tiny = chunks.length > FREE_CHUNKS && size < chunks.length * SHORTEST_CHUNK
      if (size > limit || tiny) end(() => reject(refusals.tooLarge()))
    }
    const finish = () => end(() => resolve(Buffer.concat(chunks)))
    const leave = () => end(() => reject(new ClientLeft()))
    req.on('data', add).on('end', finish).on('close', leave).on('error', leave)
  })
}

// An empty body counts as an object without fields.
function parseJson(text: string, strict: boolean): unknown {
  if (text === '') return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refusals.notJson()
  }
  if (strict && (typeof value !== 'object' || value === null)) throw refusals.notJson()
  return value
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined
}

function typeOf({ headers }: Request): MIMEType | null {
  try {
    return new MIMEType(headers['content-type'] ?? '')
  } catch {
    return null
  }
}

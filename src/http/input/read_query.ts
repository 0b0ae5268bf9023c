import type { Request } from 'express'
import { InvalidInput } from '../refusals/invalid_input.ts'

/** The part of a parameter's description that reading a query needs. */
interface QueryParameter {
  name: string
  in: string
  allowReserved?: boolean
  schema: { type?: string | string[] }
}

const RESERVED = /[:/?#[\]@!$&'()*+,;=]/

/**
 * The query of a request. A list parameter with a single value becomes a list of one.
 * @throws {InvalidInput} for a value with characters that must be encoded (RFC 3986, 2.2), unless its parameter allows
 *   them
 */
export function readQuery(req: Request, parameters: QueryParameter[]): Record<string, unknown> {
  const query: Record<string, unknown> = req.query
  const raw = rawValues(req.originalUrl)
  for (const { name, in: place, allowReserved, schema } of parameters) {
    if (place !== 'query') continue
    if (allowReserved !== true && raw.some(([key, value]) => key === name && RESERVED.test(value)))
      throw new InvalidInput([{ path: `/query/${name}`, message: 'must be encoded' }])
    if (schema.type === 'array' && query[name] && !Array.isArray(query[name])) query[name] = [query[name]]
  }
  return query
}

// The values before decoding; `req.query` has decoded them already. One `?` within the query may stay as it is.
function rawValues(url: string): [string, string][] {
  const [, text = ''] = /\?([^#]*)/.exec(url) ?? []
  return text
    .replace('?', '')
    .split('&')
    .map((pair) => {
      const [key = '', value = ''] = pair.split('=')
      return [key, value]
    })
}

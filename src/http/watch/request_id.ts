import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

// Long enough to be unlike others, and nothing that a log or a header could misread.
const ID = /^[\w.:=-]{8,64}$/
// W3C Trace Context: version, trace, parent, flags. Later versions may append fields.
const TRACE = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(-.*)?$/

/** The id of a request: that of X-Request-Id, if the client or proxy sent a usable one, else a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && ID.test(given) ? given : randomUUID()
}

/** The trace that a request belongs to, by its header traceparent; null for none. */
export function traceIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  const given = headers.traceparent
  return typeof given === 'string' ? (TRACE.exec(given)?.[1] ?? null) : null
}

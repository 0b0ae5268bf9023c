import type { RequestHandler, Response } from 'express'
import type { Counter } from 'prom-client'
import type { Metrics } from '../../process/metrics.ts'

/** Which server answers: the one of the data API, or the one of the authentication API alone. */
type ServerName = 'data' | 'auth'

// Seconds.
const BUCKETS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10]
// As nginx writes it: the client left before the answer was complete.
const LEFT = 499
// Paths outside the OpenAPI documents that are worth a name. All others share one, so that strangers add no series.
const named = new Map([
  ['/health', 'health'],
  ['/ready', 'ready'],
  ['/.well-known/jwks.json', 'jwks'],
])
const OTHER = 'other'

// Why a sign-in was refused, by the status of the answer.
const reasons: Record<number, string> = { 401: 'credentials', 429: 'throttled', 503: 'unavailable' }

/** The counter of answered requests. */
export function requestCounter(metrics: Metrics): Counter<'server' | 'operation' | 'status'> {
  return metrics.counter('http_requests_total', 'Answered requests; by operation and status.', [
    'server',
    'operation',
    'status',
  ])
}

/** Counts requests by operation and status, measures how long they take, and counts refused sign-ins. */
export function measureRequests(metrics: Metrics, server: ServerName): RequestHandler {
  const requests = requestCounter(metrics)
  const durations = metrics.histogram(
    'http_request_duration_seconds',
    'From the arrival of a request until its answer was handed over; by operation and class of status. Without streams.',
    ['server', 'operation', 'class'],
    BUCKETS,
  )
  const refused = metrics.counter('sign_ins_refused_total', 'Refused sign-ins; by reason.', [
    'server',
    'reason',
  ])
  return (req, res, next) => {
    const began = performance.now()
    const { path } = req
    res.once('close', () => {
      const status = res.writableFinished ? res.statusCode : LEFT
      const operation = res.locals.operation?.id ?? named.get(path) ?? OTHER
      requests.inc({ server, operation, status })
      // Its duration says how long the client stayed.
      if (!isStream(res))
        durations.observe(
          { server, operation, class: `${Math.floor(status / 100)}xx` },
          (performance.now() - began) / 1_000,
        )
      if (operation === 'login' && status >= 400 && status !== LEFT)
        refused.inc({ server, reason: reasons[status] ?? 'invalid' })
    })
    next()
  }
}

function isStream(res: Response): boolean {
  return String(res.getHeader('content-type')).startsWith('text/event-stream')
}

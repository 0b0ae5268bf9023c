import { context, trace } from '@opentelemetry/api'
import type { RequestHandler } from 'express'
import { beginStep, continued } from '../../process/tracing.ts'

const probes = ['/health', '/ready']

/** Traces requests, as parts of the trace that the client names (traceparent). Without addresses and personal data. */
export const traceRequests: RequestHandler = (req, res, next) => {
  const { method } = req
  if (probes.includes(req.path)) return next()
  const parent = continued(req.headers)
  const span = beginStep({
    name: method,
    kind: 'SERVER',
    attributes: { 'http.request.method': method },
    parent,
  })
  if (!span.isRecording()) return next()
  res.once('close', () => {
    const { operation, caller } = res.locals
    const route: string | undefined = operation?.path ?? (operation && `/${operation.id}`)
    if (route !== undefined) span.updateName(`${method} ${route}`).setAttribute('http.route', route)
    if (operation) span.setAttribute('caserne.operation', operation.id)
    if (caller?.sisKey) span.setAttribute('caserne.sis', caller.sisKey)
    span.setAttribute('caserne.request_id', req.id)
    span.setAttribute('http.response.status_code', res.statusCode)
    if (res.statusCode >= 500) span.setStatus({ code: 2 })
    span.end()
  })
  context.with(trace.setSpan(parent, span), next)
}

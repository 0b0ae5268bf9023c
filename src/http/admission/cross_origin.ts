import cors from 'cors'
import type { RequestHandler } from 'express'

/**
 * Allows web clients of these origins. One existing client sends access-control-allow-origin as a request header.
 * if-match and if-none-match carry ETags, idempotency-key marks repeated requests, last-event-id resumes a stream.
 */
export function crossOrigin(origins: string[]): RequestHandler {
  return cors({
    origin: origins.includes('*') ? '*' : origins,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'access-control-allow-origin',
      'authorization',
      'content-type',
      'idempotency-key',
      'if-match',
      'if-none-match',
      'last-event-id',
      'sis-key',
    ],
    exposedHeaders: ['Link', 'Retry-After', 'ETag', 'X-Request-Id', 'Content-Disposition', 'Incomplets'],
    maxAge: 86_400,
  })
}

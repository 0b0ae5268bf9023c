import cors from 'cors'
import type { RequestHandler } from 'express'

/**
 * Lets web clients of these origins ask. One of those that exist really sends access-control-allow-origin as a header of its requests;
 * if-match and if-none-match carry ETags, idempotency-key is for requests that are sent again, last-event-id for those that follow the alarms.
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
    exposedHeaders: ['Link', 'Retry-After', 'ETag', 'X-Request-Id', 'Content-Disposition'],
    maxAge: 86_400,
  })
}

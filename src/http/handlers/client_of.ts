import type { Request } from 'express'
import type { Client } from '../accounts.ts'

/** Where a request comes from: behind a proxy, what the trusted one says (TRUST_PROXY). */
export function clientOf(req: Request): Client {
  return { address: req.ip ?? '', appareil: req.get('user-agent') ?? '' }
}

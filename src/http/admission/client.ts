import type { Request } from 'express'

/** Origin of a request. */
export interface Client {
  address: string
  /** The header User-Agent. */
  appareil: string
}

/** The client of a request. Behind a proxy the address is the one that the trusted proxy names (TRUST_PROXY). */
export function clientOf(req: Request): Client {
  return { address: req.ip ?? '', appareil: req.get('user-agent') ?? '' }
}

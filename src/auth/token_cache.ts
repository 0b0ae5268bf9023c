import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

const LIMIT = 10_000

/**
 * Keeps what was found out about tokens, by their SHA-256, so that no token stays in memory. A full cache drops the
 * least recently used.
 */
export class TokenCache<T extends object | string | number> {
  readonly #known: LRUCache<string, T>

  constructor(limit = LIMIT) {
    this.#known = new LRUCache({ max: limit, ttlResolution: 0, perf: { now: () => Date.now() } })
  }

  /** Undefined for a token that is unknown or has expired. */
  get(token: string): T | undefined {
    return this.#known.get(digest(token))
  }

  /** Keeps the value until a time in UNIX milliseconds. */
  set(token: string, value: T, until: number): void {
    // The library returns an entry for one more millisecond, and takes a lifetime of 0 for unlimited.
    const ttl = until - Date.now() - 1
    if (ttl > 0) this.#known.set(digest(token), value, { ttl })
    else this.#known.delete(digest(token))
  }
}

function digest(token: string): string {
  return hash('sha256', token, 'base64')
}

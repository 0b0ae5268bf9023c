import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

const LIMIT = 10_000

/** What was found out about tokens, by their SHA-256: no token stays in memory. A full cache forgets the one that was asked for longest ago. */
export class TokenCache<T extends object | string | number> {
  readonly #known: LRUCache<string, T>

  constructor(limit = LIMIT) {
    this.#known = new LRUCache({ max: limit, ttlResolution: 0, perf: { now: () => Date.now() } })
  }

  /** Undefined when the token is unknown, or no longer known. */
  get(token: string): T | undefined {
    return this.#known.get(hash(token))
  }

  /** Remembers until that time, in UNIX milliseconds. */
  set(token: string, value: T, until: number): void {
    // The library still knows an entry at the end of its time, and for ever when it has none.
    const ttl = until - Date.now() - 1
    if (ttl > 0) this.#known.set(hash(token), value, { ttl })
    else this.#known.delete(hash(token))
  }
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('base64')
}

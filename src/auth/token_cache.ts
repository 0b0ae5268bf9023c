import { createHash } from 'node:crypto'

const LIMIT = 10_000

interface Entry<T> {
  value: T
  until: number
}

/** What was found out about tokens, by their SHA-256: no token stays in memory. When full, the oldest goes. */
export class TokenCache<T> {
  readonly #entries = new Map<string, Entry<T>>()
  readonly #limit: number

  constructor(limit = LIMIT) {
    this.#limit = limit
  }

  /** Undefined when it is not known, or no longer. */
  get(token: string): T | undefined {
    const key = hash(token)
    const entry = this.#entries.get(key)
    if (entry === undefined || Date.now() < entry.until) return entry?.value
    this.#entries.delete(key)
    return undefined
  }

  /** Remembers until that time, in UNIX milliseconds. */
  set(token: string, value: T, until: number): void {
    const key = hash(token)
    this.#entries.delete(key)
    if (this.#entries.size >= this.#limit)
      for (const oldest of this.#entries.keys().take(1)) this.#entries.delete(oldest)
    this.#entries.set(key, { value, until })
  }
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('base64')
}

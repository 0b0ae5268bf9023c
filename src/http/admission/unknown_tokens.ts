import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Config } from '../../config.ts'
import type { Metrics } from '../../process/metrics.ts'
import { refusals } from '../refusals/errors.ts'
import { countThrottled, networkOf } from './throttle.ts'

// The oldest are forgotten, and count from zero when they are tried again.
const REMEMBERED = 10_000

/**
 * Limits how many different unknown tokens an address may try, as often as it may try passwords. The same unknown token
 * counts once: a calendar program asks for a revoked address every hour for years, and must not shut out the others of
 * its network. In memory, because 256 bits are not guessed anyway: this only keeps those who try from the database.
 */
export class UnknownTokens {
  readonly #tried: LRUCache<string, true>
  readonly #limiter: RateLimiterMemory
  readonly #refused

  constructor(config: Pick<Config, 'FAILURES_ALLOWED' | 'FAILURES_MINUTES'>, metrics: Metrics) {
    const seconds = config.FAILURES_MINUTES * 60
    this.#tried = new LRUCache({ max: REMEMBERED, ttl: seconds * 1000 })
    this.#limiter = new RateLimiterMemory({ points: config.FAILURES_ALLOWED, duration: seconds })
    this.#refused = countThrottled(metrics)
  }

  /** @throws 429 for an address that has tried too many */
  async look(address: string): Promise<void> {
    const found = await this.#limiter.get(networkOf(address))
    if (found !== null && found.consumedPoints > this.#limiter.points) throw this.#tooMany(found)
  }

  /** Counts an unknown token. @throws 429 when it is one too many */
  async count(address: string, token: string): Promise<void> {
    const network = networkOf(address)
    const key = createHash('sha256').update(`${network} ${token}`).digest('base64url')
    if (this.#tried.has(key)) return
    this.#tried.set(key, true)
    await this.#limiter.consume(network).catch((error: unknown) => {
      throw error instanceof RateLimiterRes ? this.#tooMany(error) : error
    })
  }

  #tooMany({ msBeforeNext }: RateLimiterRes): Error {
    this.#refused.inc({ limit: 'calendrier' })
    return refusals.tooMany(Math.ceil(msBeforeNext / 1000))
  }
}

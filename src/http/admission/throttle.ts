import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Pool, QueryConfig } from 'pg'
import type { Counter } from 'prom-client'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { query } from '../../db/pool.ts'
import type { Metrics } from '../../process/metrics.ts'
import { refusals } from '../refusals/errors.ts'

/** How often something is allowed to one account or address. */
interface Allowance {
  /** Prefix of the keys in auth.throttles. */
  name: string
  times: number
  seconds: number
}

/** Counts in auth.throttles, so that all servers count together. Accounts and addresses are stored hashed. */
export class Throttle {
  readonly #limiter: RateLimiterPostgres
  readonly #name: string
  readonly #refused

  constructor(pool: Pool, { name, times, seconds }: Allowance, metrics: Metrics) {
    this.#name = name
    this.#refused = countThrottled(metrics)
    this.#limiter = new RateLimiterPostgres({
      // The library names its statements; a pooler in transaction mode does not support that.
      storeClient: { query: ({ text, values = [] }: QueryConfig) => query(pool, { text, values }) },
      storeType: 'pool',
      schemaName: 'auth',
      tableName: 'throttles',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points: times,
      duration: seconds,
    })
  }

  /** Counts one attempt. @throws 429 when that is one too many */
  async count(who: string): Promise<void> {
    try {
      await this.#limiter.consume(hash(who))
    } catch (error) {
      if (error instanceof RateLimiterRes) throw this.#tooMany(error)
      throw error
    }
  }

  /** Counts nothing. @throws 429 when there have been too many attempts already */
  async look(who: string): Promise<void> {
    const found = await this.#limiter.get(hash(who))
    if (found !== null && found.consumedPoints > this.#limiter.points) throw this.#tooMany(found)
  }

  /** Takes one attempt back. */
  async giveBack(who: string): Promise<void> {
    await this.#limiter.reward(hash(who))
  }

  /** Forgets all attempts. */
  async clear(who: string): Promise<void> {
    await this.#limiter.delete(hash(who))
  }

  #tooMany({ msBeforeNext }: RateLimiterRes): Error {
    this.#refused.inc({ limit: this.#name })
    return refusals.tooMany(Math.ceil(msBeforeNext / 1000))
  }
}

/** The counter of refused attempts, by limit. */
export function countThrottled(metrics: Metrics): Counter<'limit'> {
  const help = 'Attempts refused because there were too many; by limit.'
  return metrics.counter('throttled_total', help, ['limit'])
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/**
 * The key of an account: its e-mail as PostgreSQL compares it, lowered character by character. JavaScript lowers
 * whole texts and makes two characters of İ: the counter would then see another account than the database.
 */
export function accountOf(email: string): string {
  return Array.from(email.trim(), (character) => [...character.toLowerCase()][0]).join('')
}

/**
 * The key of an address: an IPv4 address, or the /64 network of an IPv6 address, since one household has 2^64 of
 * those.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const groups = parsed.toNormalizedString().split(':')
  return groups.slice(0, 4).join(':')
}

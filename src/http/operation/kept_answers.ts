import { LRUCache } from 'lru-cache'
import { Metrics } from '../../process/metrics.ts'
import { type Caller, nameCaller } from '../admission/caller.ts'
import type { Operation } from '../document/operation.ts'
import type { Body } from '../server/body.ts'
import { digest, type Tag } from './etag.ts'

/** An answer as it was sent, with each compressed form in which a client took it. */
export interface KeptAnswer {
  tag: Tag
  body: Body
  /** The header Link, if it is a page that another follows. */
  link: string | null
}

// Names of callers are long, for they hold permissions.
const digests = new WeakMap<Caller, string>()

// The memory that an answer takes besides its body.
const ENTRY_BYTES = 500
// A longer answer would push out too many others.
const LARGEST_SHARE = 1 / 8

/**
 * The latest answers of lists and records, by caller and URL. An answer is sent again only if the statement of the new
 * request finds the state that the answer was built from, as for a client that knows its ETag.
 */
export class KeptAnswers {
  readonly #answers: LRUCache<string, KeptAnswer> | null
  readonly #longest: number

  readonly #count

  /** @param megabytes how much is kept; 0 for nothing */
  constructor(megabytes: number, metrics: Metrics = new Metrics()) {
    this.#count = metrics.counter(
      'kept_answers_total',
      'Answers that may be kept: built (built), or sent again from memory (sent_again).',
      ['result'],
    )
    const maxSize = megabytes * 2 ** 20
    this.#longest = maxSize * LARGEST_SHARE
    this.#answers =
      maxSize === 0
        ? null
        : new LRUCache({
            maxSize,
            sizeCalculation: ({ body, link }, key) =>
              body.bytes + (link?.length ?? 0) + key.length + ENTRY_BYTES,
          })
  }

  /** The key of an answer; null if it is not kept, because no state shows whether it is still right. */
  keyOf({ groups }: Operation, caller: Caller, url: string): string | null {
    if (this.#answers === null || groups === null) return null
    const name = digests.get(caller) ?? digest(nameCaller(caller))
    digests.set(caller, name)
    return `${name} ${url}`
  }

  /** Notes that an answer was sent again. */
  noteSentAgain(): void {
    this.#count.inc({ result: 'sent_again' })
  }

  find(key: string | null): KeptAnswer | undefined {
    return key === null ? undefined : this.#answers?.get(key)
  }

  keep(key: string | null, answer: KeptAnswer): void {
    if (key === null || answer.tag.state === '') return
    this.#count.inc({ result: 'built' })
    const { body } = answer
    if (body.plain.length > this.#longest) return
    this.#answers?.set(key, answer)
    // A copy, for the cache does not weigh the same object again.
    body.onGrowth = () => {
      if (this.#answers?.peek(key)?.body === body) this.#answers.set(key, { ...answer })
    }
  }
}

import type { Response } from 'express'
import { LRUCache } from 'lru-cache'
import type { Caller } from './caller.ts'
import { digest, type Tag } from './etag.ts'
import type { Operation } from './operation.ts'

/** An answer as it was sent. */
export interface KeptAnswer {
  tag: Tag
  body: Buffer
  /** The header Link, if it is a page that another follows. */
  link: string | null
}

// What an entry takes besides its body.
const ENTRY_BYTES = 500
// Longer answers would drive too many others out.
const PART = 8

/**
 * The latest answers of lists and records, by caller and URL. Each was built from a state of the database. It is sent
 * again only if the statement of a new request finds the same state, as for a client that knows its ETag.
 */
export class KeptAnswers {
  readonly #answers: LRUCache<string, KeptAnswer> | null

  /** @param megabytes how much is kept; 0 for nothing */
  constructor(megabytes: number) {
    const maxSize = megabytes * 2 ** 20
    this.#answers =
      maxSize === 0
        ? null
        : new LRUCache({
            maxSize,
            maxEntrySize: maxSize / PART,
            sizeCalculation: ({ body, link }) => body.length + (link?.length ?? 0) + ENTRY_BYTES,
          })
  }

  /** The place of an answer; null where none is kept, because no state of the database tells whether it is the same. */
  placeOf({ groups, keptBy, successStatus }: Operation, caller: Caller, url: string): string | null {
    if (this.#answers === null || groups === null || keptBy === 'nobody' || successStatus !== 200) return null
    return digest(nameCaller(caller), url)
  }

  find(place: string | null): KeptAnswer | undefined {
    return place === null ? undefined : this.#answers?.get(place)
  }

  keep(place: string | null, answer: KeptAnswer): void {
    if (place === null || answer.tag.state === '') return
    this.#answers?.set(place, { ...answer, body: withMemoryOfItsOwn(answer.body) })
  }
}

// A short body is a piece of memory that Node shares among buffers; keeping it would keep all of them.
function withMemoryOfItsOwn(body: Buffer): Buffer {
  if (body.buffer.byteLength === body.length) return body
  const own = Buffer.allocUnsafeSlow(body.length)
  body.copy(own)
  return own
}

/** Names a caller for what only he may get again. */
export function nameCaller({ userId, sisKey, permissions, sapeurId }: Caller): string {
  return JSON.stringify([userId, sisKey, permissions, sapeurId])
}

/** Sends the body of an answer. */
export function sendAnswer(
  res: Response,
  { body, link }: Pick<KeptAnswer, 'body' | 'link'>,
  validateResponses: boolean,
): void {
  if (link !== null) res.set('Link', link)
  // checkAnswer, in tests and development, needs an object.
  if (validateResponses) res.json(JSON.parse(body.toString()))
  else res.type('application/json').end(body)
}

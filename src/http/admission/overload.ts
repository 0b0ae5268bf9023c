import type { Logger } from 'pino'

/** Log for refusals of an overload. */
export type OverloadLog = Pick<Logger, 'warn'>

const QUIET_MS = 5_000

/** Tells of an overload once when it begins, and once when nothing was refused for five seconds. */
export class Overload {
  readonly #log: OverloadLog
  readonly #lane: string
  #since: number | null = null
  #last = 0
  #refused = 0

  constructor(lane: string, log: OverloadLog) {
    this.#lane = lane
    this.#log = log
  }

  /** Notes a refusal. @param waitMs how long the request would have waited */
  note(waitMs: number): void {
    this.#refused += 1
    this.#last = performance.now()
    if (this.#since !== null) return
    this.#since = this.#last
    this.#log.warn({ lane: this.#lane, waitMs: Math.round(waitMs) }, 'overloaded: requests are refused')
    this.#awaitEnd(QUIET_MS)
  }

  #awaitEnd(ms: number): void {
    setTimeout(() => {
      const quiet = performance.now() - this.#last
      if (quiet < QUIET_MS) return this.#awaitEnd(QUIET_MS - quiet)
      const seconds = Math.round((this.#last - (this.#since ?? this.#last)) / 100) / 10
      this.#log.warn({ lane: this.#lane, seconds, refused: this.#refused }, 'no longer overloaded')
      this.#since = null
      this.#refused = 0
    }, ms).unref()
  }
}

// The share of the newest interval in the mean.
const NEWEST = 1 / 20

/**
 * Work in a limited number of places, and the queue for them. It estimates how long newcomers would wait: as long as
 * the queue takes at the recent pace, or as long as nothing has ended, whichever is longer.
 */
export class Backlog {
  readonly #places: number
  /** The mean time between two ends of work, in ms; 0 until one has ended since there is a queue. */
  #interval = 0
  #open = 0
  /** When work last ended, or began to wait. */
  #moved = 0
  /** When work began to wait. */
  #began = 0

  constructor(places: number) {
    this.#places = places
  }

  /** How much work waits for a place. */
  get waiting(): number {
    return Math.max(0, this.#open - this.#places)
  }

  /** Notes work that wants a place. */
  enter(): void {
    this.#open += 1
    if (this.#open !== this.#places + 1) return
    this.#moved = this.#began = performance.now()
    // The cause of the last queue, such as a lock, says nothing about this one.
    this.#interval = 0
  }

  /** Notes that work has ended, or was given up. */
  leave(): void {
    // Only while work waits does an interval say how fast the places are, and not how seldom somebody comes.
    if (this.#open > this.#places) {
      const now = performance.now()
      const interval = now - this.#moved
      this.#interval = this.#interval === 0 ? interval : this.#interval + (interval - this.#interval) * NEWEST
      this.#moved = now
    }
    this.#open -= 1
  }

  /** For how long there has been a queue, in ms. */
  standing(): number {
    return this.waiting === 0 ? 0 : performance.now() - this.#began
  }

  /** How long work that came now would wait, in ms. */
  expectedWait(): number {
    const { waiting } = this
    // A newcomer that finds a place does not wait, however long the others take.
    if (this.#open < this.#places) return 0
    const stalled = waiting === 0 ? 0 : performance.now() - this.#moved
    return Math.max((waiting + 1) * this.#interval, stalled)
  }
}

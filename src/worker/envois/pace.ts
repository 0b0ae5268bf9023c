/**
 * Bounds how often work that takes a moment is begun before others have their turn in this process: thousands of
 * messages are encrypted while mails are read.
 */
export class Pace {
  readonly #count: number
  #left: number
  #waiting: (() => void)[] = []

  /** @param count how often in a turn */
  constructor(count: number) {
    this.#count = count
    this.#left = count
  }

  /** Waits for the next turn if enough was begun in this one, in the order of the calls. */
  async step(): Promise<void> {
    if (this.#left === this.#count) setImmediate(() => this.#pass())
    if (this.#left > 0) this.#left -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  #pass(): void {
    const next = this.#waiting.splice(0, this.#count)
    this.#left = this.#count - next.length
    if (next.length > 0) setImmediate(() => this.#pass())
    for (const each of next) each()
  }
}

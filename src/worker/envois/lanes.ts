/** Runs work for each service a bounded number at a time, so that one that does not answer delays no other. */
export class Lanes {
  readonly #width: number
  readonly #lanes = new Map<string, { running: number; waiting: (() => void)[] }>()

  constructor(width: number) {
    this.#width = width
  }

  async run<T>(service: string, work: () => Promise<T>): Promise<T> {
    const lane = this.#lanes.get(service) ?? { running: 0, waiting: [] }
    this.#lanes.set(service, lane)
    if (lane.running >= this.#width) await new Promise<void>((resolve) => lane.waiting.push(resolve))
    else lane.running += 1
    try {
      return await work()
    } finally {
      const next = lane.waiting.shift()
      // The place passes on to who waits.
      if (next !== undefined) next()
      else {
        lane.running -= 1
        if (lane.running === 0) this.#lanes.delete(service)
      }
    }
  }
}

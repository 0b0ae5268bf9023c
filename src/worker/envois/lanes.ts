/** How many places each service has, and after how long without an answer it is silent. */
interface LanesOptions {
  /** Messages that are under way to a service at a time. */
  width: number
  silentMs: number
  /** Milliseconds on a clock that only goes forward. */
  now?: () => number
}

const MOST = 1_000

interface Lane {
  running: number
  /** By lot. The lot whose turn is next stands first. */
  waiting: Map<string, ((mayRun: boolean) => void)[]>
  /** When the service last answered, or when it was first asked. */
  heardAt: number
  silent: boolean
}

/**
 * Runs work for each service a bounded number at a time, lots in turn: a lot of ten thousand devices delays neither
 * another lot nor another service. A service that does not answer is asked by one message at a time, until it answers
 * again; others are refused at once, so that those who wait for it do not hold up their job.
 */
export class Lanes {
  readonly #width: number
  readonly #silentMs: number
  readonly #now: () => number
  readonly #lanes = new Map<string, Lane>()

  constructor({ width, silentMs, now = () => performance.now() }: LanesOptions) {
    this.#width = width
    this.#silentMs = silentMs
    this.#now = now
  }

  /**
   * @param work resolves with whether the service answered
   * @returns false when the work was not begun, because the service does not answer
   */
  async run(service: string, lot: string, work: () => Promise<boolean>): Promise<boolean> {
    const lane = this.#laneOf(service)
    if (!(await this.#enter(lane, lot))) return false
    const began = this.#now()
    let answered = false
    try {
      answered = await work()
    } finally {
      this.#leave(lane, began, answered)
      if (lane.running === 0 && !lane.silent) this.#lanes.delete(service)
    }
    return true
  }

  #laneOf(service: string): Lane {
    // Addresses are chosen by users, and silent services are remembered.
    if (this.#lanes.size >= MOST)
      for (const [name, { running }] of this.#lanes) if (running === 0) this.#lanes.delete(name)
    const lane = this.#lanes.get(service) ?? {
      running: 0,
      waiting: new Map(),
      heardAt: this.#now(),
      silent: false,
    }
    this.#lanes.set(service, lane)
    return lane
  }

  async #enter(lane: Lane, lot: string): Promise<boolean> {
    if (lane.running > 0 && this.#now() - lane.heardAt >= this.#silentMs) lane.silent = true
    if (lane.silent && lane.running > 0) return false
    if (lane.running < this.#width) {
      lane.running += 1
      return true
    }
    return await new Promise((resolve) => {
      const own = lane.waiting.get(lot)
      if (own === undefined) lane.waiting.set(lot, [resolve])
      else own.push(resolve)
    })
  }

  #leave(lane: Lane, began: number, answered: boolean): void {
    const now = this.#now()
    if (answered) {
      lane.heardAt = now
      lane.silent = false
    } else if (lane.heardAt <= began && now - began >= this.#silentMs) lane.silent = true
    if (lane.silent) {
      for (const own of lane.waiting.values()) for (const each of own) each(false)
      lane.waiting.clear()
    }
    const next = nextOf(lane)
    // The place passes on to who waits.
    if (next === undefined) lane.running -= 1
    else next(true)
  }
}

// Returns the longest waiter of the lot whose turn it is, and moves the lot to the end.
function nextOf({ waiting }: Lane): ((mayRun: boolean) => void) | undefined {
  for (const [lot, own] of waiting) {
    const next = own.shift()
    waiting.delete(lot)
    if (own.length > 0) waiting.set(lot, own)
    return next
  }
  return undefined
}

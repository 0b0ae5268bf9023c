/** How many places each service has, and after how long without an answer it is silent. */
interface ServiceTurnsOptions {
  /** Messages that are under way to a service at a time. */
  width: number
  silentMs: number
  /** Milliseconds on a clock that only goes forward. */
  now?: () => number
}

const MOST = 1_000

interface Service {
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
export class ServiceTurns {
  readonly #width: number
  readonly #silentMs: number
  readonly #now: () => number
  readonly #services = new Map<string, Service>()

  constructor({ width, silentMs, now = () => performance.now() }: ServiceTurnsOptions) {
    this.#width = width
    this.#silentMs = silentMs
    this.#now = now
  }

  /**
   * @param work resolves with whether the service answered
   * @returns false when the work was not begun, because the service does not answer
   */
  async run(service: string, lot: string, work: () => Promise<boolean>): Promise<boolean> {
    const state = this.#serviceOf(service)
    if (!(await this.#enter(state, lot))) return false
    const began = this.#now()
    let answered = false
    try {
      answered = await work()
    } finally {
      this.#leave(state, began, answered)
      if (state.running === 0 && !state.silent) this.#services.delete(service)
    }
    return true
  }

  #serviceOf(service: string): Service {
    // Addresses are chosen by users, and silent services are remembered.
    if (this.#services.size >= MOST)
      for (const [name, { running }] of this.#services) if (running === 0) this.#services.delete(name)
    const state = this.#services.get(service) ?? {
      running: 0,
      waiting: new Map(),
      heardAt: this.#now(),
      silent: false,
    }
    this.#services.set(service, state)
    return state
  }

  async #enter(state: Service, lot: string): Promise<boolean> {
    if (state.running > 0 && this.#now() - state.heardAt >= this.#silentMs) state.silent = true
    if (state.silent && state.running > 0) return false
    if (state.running < this.#width) {
      state.running += 1
      return true
    }
    return await new Promise((resolve) => {
      const own = state.waiting.get(lot)
      if (own === undefined) state.waiting.set(lot, [resolve])
      else own.push(resolve)
    })
  }

  #leave(state: Service, began: number, answered: boolean): void {
    const now = this.#now()
    if (answered) {
      state.heardAt = now
      state.silent = false
    } else if (state.heardAt <= began && now - began >= this.#silentMs) state.silent = true
    if (state.silent) {
      for (const own of state.waiting.values()) for (const each of own) each(false)
      state.waiting.clear()
    }
    const next = nextOf(state)
    // The place passes on to who waits.
    if (next === undefined) state.running -= 1
    else next(true)
  }
}

// Returns the longest waiter of the lot whose turn it is, and moves the lot to the end.
function nextOf({ waiting }: Service): ((mayRun: boolean) => void) | undefined {
  for (const [lot, own] of waiting) {
    const next = own.shift()
    waiting.delete(lot)
    if (own.length > 0) waiting.set(lot, own)
    return next
  }
  return undefined
}

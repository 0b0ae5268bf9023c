import { setTimeout as wait } from 'node:timers/promises'
import type { WorkerEvents } from 'graphile-worker'

/** Limits of a runner's silence, in milliseconds. */
export interface Silence {
  /** Without a sign of life while one of its places is free. A runner asks for jobs every few seconds. */
  idleMs: number
  /** Without a sign of life while all its places are taken: longer than any job of it. */
  fullMs: number
  /** How often to look. */
  everyMs: number
}

/** Options for the pulse of a runner. */
interface PulseOptions {
  concurrency: number
  silence: Silence
  /** Returns for how many milliseconds the oldest job has waited that this runner should take; 0 if none waits. */
  readWaiting(): Promise<number>
  /** Called at each sign of life. */
  onSign(): void
}

/** A runner does nothing although a job waits for it and the database can be read. */
class RunnerStuck extends Error {}

/**
 * Signs of life of a runner: jobs that begin or end, and answers of the queue that none is due. The promise of
 * graphile-worker may never settle (its issues 592 and 635), so a runner is judged by what it does. Once it is silent,
 * a connection of its own looks whether a job waits.
 */
export class Pulse {
  /** Rejects with RunnerStuck. */
  readonly lost: Promise<never>
  readonly #options: PulseOptions
  readonly #ending = new AbortController()
  readonly #busy = new Set<unknown>()
  #signAt = performance.now()

  constructor(events: WorkerEvents, options: PulseOptions) {
    this.#options = options
    events.on('job:start', ({ worker }) => {
      this.#busy.add(worker)
      this.#sign()
    })
    events.on('job:complete', ({ worker }) => {
      this.#busy.delete(worker)
      this.#sign()
    })
    events.on('worker:getJob:empty', () => this.#sign())
    events.on('worker:stop', ({ worker }) => this.#busy.delete(worker))
    this.lost = this.#watch()
    // Those who wait for it get the error as well.
    this.lost.catch(() => undefined)
  }

  /** Ends the watch: `lost` then stays open. */
  end(): void {
    this.#ending.abort()
  }

  #sign(): void {
    this.#signAt = performance.now()
    if (!this.#ending.signal.aborted) this.#options.onSign()
  }

  get #isSilent(): boolean {
    const { concurrency, silence } = this.#options
    const limit = this.#busy.size >= concurrency ? silence.fullMs : silence.idleMs
    return performance.now() - this.#signAt > limit
  }

  // After a stall of the whole process its signs are late too: hence two looks.
  async #watch(): Promise<never> {
    const { silence, readWaiting } = this.#options
    const { signal } = this.#ending
    for (let looks = 0; ; ) {
      await wait(silence.everyMs, undefined, { signal, ref: false }).catch(() => undefined)
      if (signal.aborted) return await new Promise<never>(() => undefined)
      const waitingMs = this.#isSilent ? await readWaiting().catch(() => 0) : 0
      looks = this.#isSilent && waitingMs > silence.idleMs ? looks + 1 : 0
      if (looks > 1 && !signal.aborted)
        throw new RunnerStuck(
          `a job has been due for ${Math.round(waitingMs / 1000)} s, and the runner does nothing`,
        )
    }
  }
}

/** What a program has started: to be stopped, last started first. */
export class Started {
  readonly #stops: (() => Promise<unknown>)[] = []
  readonly #stopping = new AbortController()
  #stopped: Promise<void> | undefined

  /** Aborted once the program is to stop: whatever waits gives up then. */
  get stopping(): AbortSignal {
    return this.#stopping.signal
  }

  /** Remembers how to stop a thing, and hands it back. */
  add<T>(thing: T, stop: (thing: T) => Promise<unknown>): T {
    this.#stops.push(() => stop(thing))
    return thing
  }

  /** Says that the program is to stop, while it may still be starting. */
  announceStop(): void {
    this.#stopping.abort()
  }

  /** Stops everything, once, even where one thing fails to. @throws what failed, at the end. */
  stop(): Promise<void> {
    this.announceStop()
    this.#stopped ??= this.#stop()
    return this.#stopped
  }

  async #stop(): Promise<void> {
    const faults: unknown[] = []
    for (const stop of this.#stops.toReversed()) await stop().catch((error: unknown) => faults.push(error))
    if (faults.length > 0) throw new AggregateError(faults, 'Tout ne s’est pas arrêté comme il faut :')
  }
}

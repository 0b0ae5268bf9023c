/** What a program has started: to be stopped, last started first. */
export class Started {
  readonly #stops: (() => Promise<unknown>)[] = []
  #stopped: Promise<void> | undefined

  /** Remembers how to stop a thing, and hands it back. */
  add<T>(thing: T, stop: (thing: T) => Promise<unknown>): T {
    this.#stops.push(() => stop(thing))
    return thing
  }

  /** Stops everything, once, even where one thing fails to. @throws what failed, at the end. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop()
    return this.#stopped
  }

  async #stop(): Promise<void> {
    const faults: unknown[] = []
    for (const stop of this.#stops.toReversed()) await stop().catch((error: unknown) => faults.push(error))
    if (faults.length > 0) throw new AggregateError(faults, 'Tout ne s’est pas arrêté comme il faut :')
  }
}

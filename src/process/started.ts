/** Everything that a program has started. The last started is stopped first. */
export class Started {
  readonly #stops: (() => Promise<unknown>)[] = []
  readonly #kills: (() => void)[] = []
  readonly #stopping = new AbortController()
  #stopped: Promise<void> | undefined

  /** Aborted as soon as the program must stop, so that waiting parts give up. */
  get stopping(): AbortSignal {
    return this.#stopping.signal
  }

  /** Remembers how to stop a thing, and returns the thing. */
  add<T>(thing: T, stop: (thing: T) => Promise<unknown>): T {
    this.#stops.push(() => stop(thing))
    return thing
  }

  /** Remembers how to end a thing that would outlive a program which ends without stopping it. */
  addKill(kill: () => void): void {
    this.#kills.push(kill)
  }

  /** Ends what would outlive the program, at once. Never throws. */
  kill(): void {
    for (const kill of this.#kills) {
      try {
        kill()
      } catch {
        // The program ends anyway, and the others must end too.
      }
    }
  }

  /** Announces that the program must stop, even if it is still starting. */
  announceStop(): void {
    this.#stopping.abort()
  }

  /** Stops everything once, going on after a failure. @throws an AggregateError of all failures, at the end. */
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

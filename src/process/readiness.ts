/** Returns why a part of the process is not ready, as a French sentence; null if it is. */
type Look = () => string | null

/** Whether the parts of this process do their work, for `/ready`. Parts add themselves. */
export class Readiness {
  readonly #looks: Look[] = []

  add(look: Look): void {
    this.#looks.push(look)
  }

  /** Whether a part has been added. */
  get isKnown(): boolean {
    return this.#looks.length > 0
  }

  /** The first fault; null if there is none. */
  fault(): string | null {
    for (const look of this.#looks) {
      const fault = look()
      if (fault !== null) return fault
    }
    return null
  }
}

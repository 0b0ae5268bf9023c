interface Waiting {
  whose: string
  begin: () => void
}

/**
 * Limits how much work runs at once. The next turn goes to the waiting owner with the least running work, and
 * among equals to the first. If there are two places or more, no owner gets all of them, so slow work of one
 * owner leaves room for the others.
 */
export class Turns {
  readonly #atOnce: number
  readonly #working = new Map<string, number>()
  #waiting: Waiting[] = []

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  /** Runs the work when it is its owner's turn. */
  async take<T>(whose: string, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((begin) => {
      this.#waiting.push({ whose, begin })
      this.#next()
    })
    try {
      return await work()
    } finally {
      this.#count(whose, -1)
      this.#next()
    }
  }

  #next(): void {
    const working = this.#working.values().reduce((sum, each) => sum + each, 0)
    if (working >= this.#atOnce) return
    const most = Math.max(1, this.#atOnce - 1)
    const numberOf = ({ whose }: Waiting) => this.#working.get(whose) ?? 0
    // Sorting is stable, so equals keep their order.
    const [next] = this.#waiting
      .filter((each) => numberOf(each) < most)
      .sort((a, b) => numberOf(a) - numberOf(b))
    if (next === undefined) return
    this.#waiting = this.#waiting.filter((each) => each !== next)
    this.#count(next.whose, 1)
    next.begin()
  }

  #count(whose: string, change: number): void {
    const number = (this.#working.get(whose) ?? 0) + change
    if (number === 0) this.#working.delete(whose)
    else this.#working.set(whose, number)
  }
}

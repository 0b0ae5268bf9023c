interface Waiting {
  whose: string
  begin: () => void
}

/**
 * Lets so many work at once. Of those who wait the one comes first on whose behalf the fewest work, among equals who came first; and
 * nobody has all the places to himself, where there are two: what one has in hand, however long it takes, leaves room for the others.
 */
export class Turns {
  readonly #atOnce: number
  readonly #working = new Map<string, number>()
  #waiting: Waiting[] = []

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  /** Works when it is its turn. */
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
    // Sorting keeps the order of equals.
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

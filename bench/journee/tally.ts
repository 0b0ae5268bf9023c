import { quantile } from '../median.ts'

/** How long each kind of operation took, and which failed. */
export class Tally {
  readonly #times = new Map<string, number[]>()
  readonly #errors = new Map<string, number>()

  /** Times some work under a name. An error is counted, and `undefined` returned. */
  async time<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
    const began = performance.now()
    try {
      const found = await work()
      this.take(name, performance.now() - began)
      return found
    } catch (error) {
      const reason = `${name}: ${error instanceof Error ? error.message : error}`
      this.#errors.set(reason, (this.#errors.get(reason) ?? 0) + 1)
      return undefined
    }
  }

  /** @param ms how long an operation took */
  take(name: string, ms: number): void {
    const times = this.#times.get(name)
    if (times === undefined) this.#times.set(name, [ms])
    else times.push(ms)
  }

  /** The lines of a table: operation, how many, median, 99th percentile and longest in ms. */
  lines(): string {
    return [...this.#times]
      .map(([name, times]) => {
        const cells = [0.5, 0.99, 1].map((share) => quantile(times, share).toFixed(0))
        return `| ${name} | ${times.length} | ${cells.join(' | ')} |\n`
      })
      .join('')
  }

  /** The errors and how often each came, or "none". */
  errors(): string {
    return [...this.#errors].map(([reason, times]) => `${times} × ${reason}`).join('; ') || 'none'
  }
}

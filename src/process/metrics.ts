import { setTimeout } from 'node:timers/promises'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Work before each scrape: sets gauges to what is known then. It fails by setting them to what that means. */
type Reading = () => void | Promise<void>

// A scrape waits no longer for its readings, so that it answers while the database does not.
const PATIENCE_MS = 2_000

/** The figures of this process for Prometheus. Each part of the process adds its own. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #readings = new Set<Reading>()

  /** The counter of this name, made at the first call. */
  counter<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Counter<Label> {
    return this.#known(name, (options) => new Counter({ ...options, help, labelNames }))
  }

  /** The gauge of this name, made at the first call. */
  gauge<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Gauge<Label> {
    return this.#known(name, (options) => new Gauge({ ...options, help, labelNames }))
  }

  /** The histogram of this name, made at the first call. @param buckets their upper bounds */
  histogram<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    buckets: number[],
  ): Histogram<Label> {
    return this.#known(name, (options) => new Histogram({ ...options, help, labelNames, buckets }))
  }

  /**
   * Adds a reading. While it runs it is not begun again, and a scrape waits two seconds for it at most.
   * @returns a function that removes it again
   */
  beforeScrape(reading: Reading): () => void {
    const added = shared(reading)
    this.#readings.add(added)
    return () => void this.#readings.delete(added)
  }

  /** Adds the figures of the process itself: processor time, memory, event loop. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.#registry })
  }

  /** The media type of `text`. */
  get contentType(): string {
    return this.#registry.contentType
  }

  /** All figures of now, in the text format of Prometheus. */
  async text(): Promise<string> {
    const time = new AbortController()
    const late = setTimeout(PATIENCE_MS, undefined, { signal: time.signal }).catch(() => undefined)
    await Promise.race([Promise.all([...this.#readings].map((reading) => reading())), late])
    time.abort()
    return await this.#registry.metrics()
  }

  /** The name, type and labels of each figure. */
  described(): { name: string; type: string; labels: string[] }[] {
    return this.#registry.getMetricsAsArray().map((each) => {
      const { name, type, labelNames } = each as unknown as {
        name: string
        type: string
        labelNames: string[]
      }
      return { name, type, labels: labelNames }
    })
  }

  // Parts of one process share a metric, and tell themselves apart by labels.
  #known<Metric>(name: string, make: (options: { name: string; registers: Registry[] }) => Metric): Metric {
    const options = { name: `caserne_${name}`, registers: [this.#registry] }
    const known = this.#registry.getSingleMetric(options.name) as Metric | undefined
    return known ?? make(options)
  }
}

function shared(reading: Reading): Reading {
  let running: Promise<void> | undefined
  return () => {
    running ??= Promise.resolve(reading()).finally(() => {
      running = undefined
    })
    return running
  }
}

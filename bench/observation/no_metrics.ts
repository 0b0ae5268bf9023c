import type { Counter, Gauge, Histogram } from 'prom-client'
import { Metrics } from '../../src/process/metrics.ts'

const nothing = {
  inc: () => undefined,
  set: () => undefined,
  observe: () => undefined,
  reset: () => undefined,
}

/** Figures that count nothing, to measure what counting costs. */
export class NoMetrics extends Metrics {
  override counter<Label extends string>(): Counter<Label> {
    return nothing as unknown as Counter<Label>
  }
  override gauge<Label extends string>(): Gauge<Label> {
    return nothing as unknown as Gauge<Label>
  }
  override histogram<Label extends string>(): Histogram<Label> {
    return nothing as unknown as Histogram<Label>
  }
}

import { Counter, Gauge, Histogram } from 'prom-client'
import { Metrics } from '../../src/process/metrics.ts'

class NoCounter<Label extends string> extends Counter<Label> {
  override inc(): void {}
}
class NoGauge<Label extends string> extends Gauge<Label> {
  override set(): void {}
}
class NoHistogram<Label extends string> extends Histogram<Label> {
  override observe(): void {}
}
const nothing = { name: 'nothing', help: 'Counts nothing.', registers: [] }

/** Figures that count nothing, to measure what counting costs. */
export class NoMetrics extends Metrics {
  override counter<Label extends string>(): Counter<Label> {
    return new NoCounter(nothing)
  }
  override gauge<Label extends string>(): Gauge<Label> {
    return new NoGauge(nothing)
  }
  override histogram<Label extends string>(): Histogram<Label> {
    return new NoHistogram(nothing)
  }
}

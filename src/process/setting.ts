import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Metrics } from './metrics.ts'
import type { Started } from './started.ts'

/** What every part of an instance receives: its settings, its log, its figures and the list of what must be stopped. */
export interface Setting {
  config: Config
  log: Logger
  started: Started
  /** The figures of this process. */
  metrics: Metrics
}

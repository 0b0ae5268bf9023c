import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Metrics } from './metrics.ts'
import type { Readiness } from './readiness.ts'
import type { Started } from './started.ts'

/** Context of every part of an instance: settings, log, figures and the list of parts to stop. */
export interface Setting {
  config: Config
  log: Logger
  started: Started
  /** The figures of this process. */
  metrics: Metrics
  /** Whether the parts of this process do their work, for `/ready`. */
  readiness: Readiness
}

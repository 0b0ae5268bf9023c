import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Started } from './started.ts'

/** What every part of an instance receives: its settings, its log and the list of what must be stopped. */
export interface Setting {
  config: Config
  log: Logger
  started: Started
}

import { Logger } from 'graphile-worker'
import type { BaseLogger } from 'pino'

/** Writes the log of graphile-worker to the program's log, its information at level debug. */
export function queueLogger(log: Pick<BaseLogger, 'warn' | 'error' | 'debug'>): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error(message)
    else if (level === 'warning') log.warn(message)
    else log.debug(message)
  })
}

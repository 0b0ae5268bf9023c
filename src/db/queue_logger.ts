import { Logger } from 'graphile-worker'
import type { BaseLogger } from 'pino'

/** graphile-worker's log in ours; what it calls information is detail here. */
export function queueLogger(log: Pick<BaseLogger, 'warn' | 'error' | 'debug'>): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error(message)
    else if (level === 'warning') log.warn(message)
    else log.debug(message)
  })
}

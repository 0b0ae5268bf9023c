import { Logger } from 'graphile-worker'
import type { BaseLogger } from 'pino'
import { lossIn } from './connection_errors.ts'
import type { Outage } from './outage.ts'

// Deliveries wait for services far longer than for the database, so they need fewer connections than jobs at a time.
const fewConnections = 'smaller than concurrency'

/**
 * Writes the log of graphile-worker to the program's log, its information at level debug.
 * @param outage logs a lost database, in place of the many lines of graphile-worker
 */
export function queueLogger(log: Pick<BaseLogger, 'warn' | 'error' | 'debug'>, outage?: Outage): Logger {
  return new Logger(() => (level, message) => {
    const loss = level === 'error' || level === 'warning' ? lossIn(message) : null
    if (outage !== undefined && loss !== null) {
      outage.suspect(message, loss)
      log.debug(message)
    } else if (level === 'error') log.error(message)
    else if (level === 'warning' && !message.includes(fewConnections)) log.warn(message)
    else log.debug(message)
  })
}

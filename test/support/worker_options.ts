import { pino } from 'pino'
import type { WorkerOptions } from '../../src/worker/worker_options.ts'

/**
 * The usual worker of a test: it may call mail servers of this machine, sends no mail and logs nothing.
 */
export function workerOptions(url: string, mailboxKey: string): WorkerOptions {
  return {
    url,
    mailboxKey,
    privateHosts: true,
    retentionDays: 30,
    poolSize: 10,
    outgoing: null,
    telling: { base: 'https://caserne.example.org', contact: 'mailto:caserne@example.org' },
    log: pino({ level: 'silent' }),
  }
}

import { pino } from 'pino'
import type { WorkerOptions } from '../../src/worker/runner.ts'

/** A worker as most tests want it: it calls mail servers of this machine, sends no mail, serves no figures and logs nothing. */
export function workerOptions(url: string, mailboxKey: string): WorkerOptions {
  return {
    url,
    mailboxKey,
    privateHosts: true,
    retentionDays: 30,
    poolSize: 10,
    outgoing: null,
    metrics: null,
    log: pino({ level: 'silent' }),
  }
}

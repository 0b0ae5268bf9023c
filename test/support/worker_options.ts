import { pino } from 'pino'
import { HostList } from '../../src/text/host_list.ts'
import type { WorkerOptions } from '../../src/worker/worker_options.ts'

/**
 * The usual worker of a test: it may call mail servers and services of this machine, sends no mail and logs nothing.
 */
export function workerOptions(url: string, mailboxKey: string): WorkerOptions {
  return {
    url,
    mailboxKey,
    privateHosts: HostList.all,
    deliveryHosts: HostList.of('127.0.0.0/8:*'),
    retentionDays: 30,
    poolSize: 10,
    outgoing: null,
    telling: { base: 'https://caserne.example.org', contact: 'mailto:caserne@example.org' },
    log: pino({ level: 'silent' }),
  }
}

import { pino } from 'pino'
import { startWorker } from '../../src/worker/start_worker.ts'
import { workerOptions } from '../support/worker_options.ts'

// The worker, with a lease that a test can wait for. Arguments: address of the database, MAILBOX_KEY, silence
// and beat in milliseconds.
const [url = '', mailboxKey = '', silence, beat] = process.argv.slice(2)
await startWorker({
  ...workerOptions(url, mailboxKey),
  log: pino({ level: 'warn' }),
  lease: { silenceMs: Number(silence), beatMs: Number(beat) },
})
process.stdout.write('worker started\n')

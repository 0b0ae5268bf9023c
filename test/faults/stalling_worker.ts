import { pino } from 'pino'
import { startWorker } from '../../src/worker/start_worker.ts'
import { workerOptions } from '../support/worker_options.ts'

// A worker whose event loop stands still for as long as a test wants, at SIGUSR2. Arguments: address of the database,
// MAILBOX_KEY, the length of the stall in milliseconds.
const [url = '', mailboxKey = '', stallMs] = process.argv.slice(2)
process.on('SIGUSR2', () => {
  const end = performance.now() + Number(stallMs)
  while (performance.now() < end);
  process.stdout.write('stall over\n')
})
await startWorker({ ...workerOptions(url, mailboxKey), log: pino({ level: 'warn' }) })
process.stdout.write('worker started\n')

import { pino } from 'pino'
import { endStuck } from '../../src/worker/keep_worker.ts'

// A process whose worker is found stuck.
setInterval(() => undefined, 1_000)
endStuck(pino())('a job waits')

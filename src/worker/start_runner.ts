import { EventEmitter } from 'node:events'
import type { ParsedCronItem, TaskList, WorkerEvents } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Outage } from '../db/outage.ts'
import { queueLogger } from '../db/queue_logger.ts'
import { awaitHomes } from './await_homes.ts'
import type { MessagerieLocks } from './releves/messagerie_locks.ts'
import { runAcquainted } from './run_acquainted.ts'
import { runAsWorks } from './run_as_works.ts'
import { type Supervised, supervise } from './supervise.ts'

/** Tasks that a runner does by itself, so that they wait for no others. */
export interface RunnerTasks {
  pool: Pool
  tasks: TaskList
  /** Number of jobs at a time. */
  concurrency: number
  /** How often each of them asks for jobs that became due, in milliseconds. */
  pollMs?: number
  crontab?: ParsedCronItem[]
}

/** State that the runners of a worker share. */
interface RunnerSetting {
  /** Vouches that the runner lives. */
  locks: MessagerieLocks
  outage: Outage
  log: Logger
}

// The next try of a failed mailbox is a job in the future, and nothing announces when it is due.
const POLL_MS = 1_000

/** Starts a runner, which takes jobs from the queue. @throws if it cannot start at first */
export function startRunner(
  { pool, tasks, concurrency, pollMs = POLL_MS, crontab = [] }: RunnerTasks,
  { locks, outage, log }: RunnerSetting,
): Promise<Supervised> {
  const start = () => {
    const events: WorkerEvents = new EventEmitter()
    events.on('pool:create', ({ workerPool }) => void locks.vouch(workerPool.id))
    events.on('pool:release', ({ workerPool }) => void locks.disown(workerPool.id))
    return runAcquainted({
      pgPool: pool,
      taskList: runAsWorks(awaitHomes(tasks)),
      parsedCronItems: crontab,
      concurrency,
      events,
      pollInterval: pollMs,
      noHandleSignals: true,
      logger: queueLogger(log, outage),
      // So that stop() waits until the results of the last jobs are written.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    })
  }
  return supervise(start, outage, log)
}

import { EventEmitter } from 'node:events'
import type { ParsedCronItem, TaskList, WorkerEvents } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Outage } from '../db/outage.ts'
import { queueLogger } from '../db/queue_logger.ts'
import { awaitHomes } from './await_homes.ts'
import { Pulse, type Silence } from './pulse.ts'
import type { MessagerieLocks } from './releves/messagerie_locks.ts'
import { runAcquainted } from './run_acquainted.ts'
import { runAsWorks } from './run_as_works.ts'
import { runWatched } from './run_watched.ts'
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
  /** How long a job may take at most, in milliseconds; by default longer than any statement and its wait. */
  jobMs?: number
}

/** State that the runners of a worker share. */
interface RunnerSetting {
  /** Returns for how many milliseconds the oldest job of these tasks has waited. */
  readWaiting(tasks: string[]): Promise<number>
  /** Vouches that the runner lives. */
  locks: MessagerieLocks
  outage: Outage
  log: Logger
  /** Called when a runner goes on doing nothing although it was started again. */
  onStuck(reason: string): void
  silence?: Silence | undefined
}

const JOB_MS = 1_800_000
const SILENCE = { idleMs: 10_000, everyMs: 2_000 }
// How long new runners may try to end a silence.
const STUCK_FACTOR = 6

// The next try of a failed mailbox is a job in the future, and nothing announces when it is due.
const POLL_MS = 1_000

/**
 * Starts a runner, which takes jobs from the queue. One that does nothing although a job waits is replaced.
 * @throws if it cannot start at first
 */
export function startRunner(
  { pool, tasks, concurrency, pollMs = POLL_MS, crontab = [], jobMs = JOB_MS }: RunnerTasks,
  { readWaiting, locks, outage, log, onStuck, silence = { ...SILENCE, fullMs: jobMs } }: RunnerSetting,
): Promise<Supervised> {
  let stuckSince: number | null = null
  let current: Pulse | undefined
  const start = () => {
    const events: WorkerEvents = new EventEmitter()
    let id: string | undefined
    events.on('pool:create', ({ workerPool }) => {
      id = workerPool.id
      void locks.vouch(id)
    })
    events.on('pool:release', ({ workerPool }) => void locks.disown(workerPool.id))
    const pulse = new Pulse(events, {
      concurrency,
      silence,
      readWaiting: () => readWaiting(Object.keys(tasks)),
      onSign: () => {
        // A replaced runner may still end its jobs.
        if (current === pulse) stuckSince = null
      },
    })
    current = pulse
    pulse.lost.catch((error: unknown) => {
      // Its jobs are freed for another runner.
      if (id !== undefined) void locks.disown(id)
      stuckSince ??= performance.now()
      if (performance.now() - stuckSince >= silence.idleMs * STUCK_FACTOR) onStuck(String(error))
    })
    const starting = runAcquainted({
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
    return runWatched(starting, pulse)
  }
  return supervise(start, outage, log)
}

import { EventEmitter } from 'node:events'
import { type ParsedCronItem, parseCronItems, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'
import { requireMigrated } from '../db/migrate.ts'
import { createPool } from '../db/pool.ts'
import { queueLogger } from '../db/queue_logger.ts'
import { MessageReader, type Reader } from '../mail/reading/message_reader.ts'
import { heedMigrations } from './heed_migrations.ts'
import { type MetricsAddress, serveMetrics } from './metrics.ts'
import { type Lease, MessagerieLocks } from './releves/messagerie_locks.ts'
import { Messageries } from './releves/messageries.ts'
import { Relecture, readKeptAgain } from './releves/relecture.ts'
import { watchSilences } from './releves/silences.ts'
import { type Outgoing, sendMail } from './send/send_mail.ts'
import { type Supervised, supervise } from './supervise.ts'

export interface WorkerOptions {
  /** Address of the database as caserne_worker. */
  url: string
  /** MAILBOX_KEY, in base64. */
  mailboxKey: string
  /** Whether mailboxes that a SIS set up may have a private address. */
  privateHosts: boolean
  retentionDays: number
  /** How many connections to the database at most. */
  poolSize: number
  /** How mails go out; null: they wait in the queue for a worker that can send them. */
  outgoing: Outgoing | null
  /** Where figures for Prometheus are served; null: nowhere. */
  metrics: MetricsAddress | null
  /** What reads messages, where it is not to be the usual one. Ended with the worker. */
  reader?: Reader
  log: Logger
  /** For how long it may be silent; a test does not wait half a minute for it. */
  lease?: Lease
  /** How often it is asked whether a mailbox could not be read, in milliseconds; a test does not wait. */
  watchMs?: number
}

/** A running worker. */
export interface Worker {
  /** Where figures are served; null: nowhere. */
  metricsPort: number | null
  /** Lets running jobs end, then gives everything back. */
  stop(): Promise<void>
}

// IDLE announces mail at once; the minute is the backstop.
const crontab = parseCronItems([
  { task: 'ask_releves', match: '* * * * *' },
  { task: 'create_interventions', match: '* * * * *' },
  { task: 'ask_relectures', match: '* * * * *' },
  { task: 'release_jobs', match: '* * * * *' },
  { task: 'purge_messages', match: '17 3 * * *' },
  { task: 'purge_tokens', match: '37 3 * * *' },
])

/**
 * Starts a worker: it reads mailboxes and does what waits in the queue. As many as wanted may run.
 * @throws when the database is not migrated; the message says what to do.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { url, mailboxKey, privateHosts, retentionDays, outgoing, metrics, log } = options
  // Each of the three runners listens for jobs all the time.
  const pool = createPool(url, Math.max(options.poolSize, 4), log)
  heedMigrations(pool)
  await requireMigrated(pool).catch(async (error: unknown) => {
    await pool.end()
    throw error
  })
  const figures = metrics && (await serveMetrics(pool, metrics, log))
  const reader = options.reader ?? new MessageReader()
  const locks = new MessagerieLocks(url, log, options.lease)
  const mailboxes = new Messageries(pool, locks, reader, { key: mailboxKey, privateHosts }, log)
  const askAll = () => pool.query('select jobs.ask_releves()')
  const tasks: TaskList = {
    ask_releves: async () => void (await askAll()),
    // The job ends at once: jobs are few at a time, and a mail server may take long to answer.
    read_messagerie: async (payload) =>
      mailboxes.start(z.object({ messagerie_id: z.int() }).parse(payload).messagerie_id),
    ask_relectures: async () => void (await pool.query('select jobs.ask_relectures()')),
    create_interventions: async () => void (await pool.query('select jobs.create_pending_interventions()')),
    release_jobs: async () => void (await pool.query('select jobs.release_jobs()')),
    purge_tokens: async () => void (await pool.query('select jobs.purge_tokens()')),
    purge_messages: async () => void (await pool.query('select jobs.purge_messages($1)', [retentionDays])),
  }
  const runners = [await startRunner(pool, tasks, { concurrency: 5, crontab, locks, log })]
  // A runner of their own: new alarms must not wait for old messages, of which somebody may have any number read again.
  const relectures: TaskList = {
    relire_message: (payload) => readKeptAgain(pool, reader, Relecture.parse(payload), log),
  }
  runners.push(await startRunner(pool, relectures, { concurrency: 2, crontab: [], locks, log }))
  // A runner of their own: alarms must not wait for a mail server that does not answer.
  if (outgoing) {
    const mails: TaskList = { send_mail: sendMail(pool, outgoing) }
    runners.push(await startRunner(pool, mails, { concurrency: 2, crontab: [], locks, log }))
  }
  await askAll()
  const watch = watchSilences(pool, log, options.watchMs)
  return {
    metricsPort: figures?.port ?? null,
    stop: async () => {
      await watch.stop()
      await Promise.all(runners.map((runner) => runner.stop()))
      await mailboxes.close()
      await figures?.close()
      await reader.close()
      await pool.end()
    },
  }
}

interface RunnerOptions {
  /** How many jobs at once. */
  concurrency: number
  crontab: ParsedCronItem[]
  /** Where it is said to live. */
  locks: MessagerieLocks
  log: Logger
}

function startRunner(
  pgPool: Pool,
  taskList: TaskList,
  { concurrency, crontab, locks, log }: RunnerOptions,
): Promise<Supervised> {
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => void locks.vouch(workerPool.id))
  events.on('pool:release', ({ workerPool }) => void locks.disown(workerPool.id))
  return supervise(
    () =>
      run({
        pgPool,
        taskList,
        parsedCronItems: crontab,
        concurrency,
        events,
        // A mailbox that could not be read is tried again by a job in the future, which nothing announces when it is due.
        pollInterval: 1_000,
        noHandleSignals: true,
        logger: queueLogger(log),
        // So that stop() waits until what became of the last jobs is written.
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      }),
    log,
  )
}

import { EventEmitter } from 'node:events'
import type { ParsedCronItem, TaskList, WorkerEvents } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { measurePool } from '../db/measure_pool.ts'
import { requireMigrated } from '../db/migrate.ts'
import { type Outage, outageAt } from '../db/outage.ts'
import { createPool } from '../db/pool.ts'
import { queueLogger } from '../db/queue_logger.ts'
import { MessageReader, type Reader } from '../mail/reading/message_reader.ts'
import { Metrics } from '../process/metrics.ts'
import { awaitHomes } from './await_homes.ts'
import { crontab } from './crontab.ts'
import { mailEnvoi } from './envois/mail_envoi.ts'
import { openEnvois } from './envois/open_envois.ts'
import { freeJobs } from './free_jobs.ts'
import { heedMigrations } from './heed_migrations.ts'
import { imputeInterventions } from './imputations/impute_interventions.ts'
import { markInstants } from './mark_instants.ts'
import { measureQueue } from './measure_queue.ts'
import { Arrivals } from './releves/arrivals.ts'
import { type Lease, MessagerieLocks } from './releves/messagerie_locks.ts'
import { messagerieOfJob } from './releves/messagerie_of_job.ts'
import { Messageries } from './releves/messageries.ts'
import { Relecture, readKeptAgain } from './releves/relecture.ts'
import { watchSilences } from './releves/silences.ts'
import { runAcquainted } from './run_acquainted.ts'
import { runAsWorks } from './run_as_works.ts'
import { type Outgoing, sendMail } from './send/send_mail.ts'
import { type Supervised, supervise } from './supervise.ts'
import { takeRapports, writeAdresse } from './take_rapports.ts'

export interface WorkerOptions {
  /** Address of the database as caserne_worker. */
  url: string
  /** MAILBOX_KEY, in base64. */
  mailboxKey: string
  /** Whether mailboxes of a SIS may have a private address. */
  privateHosts: boolean
  retentionDays: number
  /** Highest number of connections to the database, divided between the queue and the readings of mailboxes. */
  poolSize: number
  /** How mails are sent; null leaves them in the queue for a worker that can send them. */
  outgoing: Outgoing | null
  /** Where links in messages to devices lead (the data server), and whom a push service may write to. */
  telling: { base: string; contact: string }
  /** Where its figures are shown. */
  metrics?: Metrics
  /** From how many ms on a statement is logged as slow; by default none is. */
  slowMs?: number
  /** Reads messages, in place of the usual reader. Ended with the worker. */
  reader?: Reader
  log: Logger
  /** How long the worker may be silent; shorter in tests. */
  lease?: Lease
  /** How often to ask for mailboxes that cannot be read, in milliseconds; shorter in tests. */
  watchMs?: number
  /** How long push services and webhooks may take to answer, in milliseconds; longer in tests. */
  servicesMs?: number
}

/** A running worker. */
export interface Worker {
  /** Waits for running jobs, then frees all resources. */
  stop(): Promise<void>
}

// Two runners listen, and the rest writes what services answer.
const DELIVERY_CONNECTIONS = 8
// The next minute asks for a mailbox again that found no connection for so long.
const READING_PATIENCE_MS = 60_000
// A frozen database accepts statements and never answers. Work that may take long has a limit of its own.
const ANSWER_MS = 60_000
const LONG_WORK_MS = 600_000
// The next try of a failed mailbox is a job in the future, and nothing announces when it is due.
const POLL_MS = 1_000

/**
 * Starts a worker, which reads mailboxes and runs the jobs of the queue. Any number of workers may run.
 * @throws when the database is not migrated; the message says what to do.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { url, mailboxKey, privateHosts, retentionDays, outgoing, metrics = new Metrics(), log } = options
  // Each of the four runners holds a connection to listen for jobs.
  const outage = outageAt(url, log)
  const patience = { answer: ANSWER_MS }
  const slowness = { slowMs: options.slowMs ?? 0 }
  const pool = createPool(url, Math.max(Math.ceil(options.poolSize / 2), 5), log, patience, slowness)
  // A thousand mailboxes may be read at once. Their readings wait for each other, but the queue never waits for them:
  // a runner that gets no connection for some seconds counts its job as failed.
  const readingPatience = { ...patience, connection: READING_PATIENCE_MS }
  const readings = createPool(
    url,
    Math.max(Math.floor(options.poolSize / 2), 1),
    log,
    readingPatience,
    slowness,
  )
  // Telling people of an alarm waits for nothing else.
  const deliveries = createPool(url, DELIVERY_CONNECTIONS, log, patience, slowness)
  const pools = [pool, readings, deliveries]
  for (const each of pools) heedMigrations(each)
  await requireMigrated(pool).catch(async (error: unknown) => {
    await Promise.all(pools.map((each) => each.end()))
    throw error
  })
  measureQueue(metrics, pool, log)
  measurePool(metrics, 'worker', pool)
  measurePool(metrics, 'readings', readings)
  measurePool(metrics, 'envois', deliveries)
  const reader = options.reader ?? new MessageReader()
  const locks = new MessagerieLocks(url, log, options.lease)
  const arrivals = new Arrivals(metrics)
  const settings = { key: mailboxKey, privateHosts, arrivals }
  const messageries = new Messageries(readings, locks, reader, settings, log)
  const workLong = async (text: string, values: unknown[] = []) => {
    const statement = { text, values, query_timeout: LONG_WORK_MS }
    await pool.query(statement)
  }
  const askAll = () => pool.query('select jobs.ask_releves()')
  const tasks: TaskList = {
    ask_releves: async () => void (await askAll()),
    // The job ends at once: few jobs run at a time, and a mail server may be slow.
    read_messagerie: async (payload) => {
      const key = await messagerieOfJob(pool, payload)
      if (key !== null) messageries.start(key)
    },
    ask_relectures: async () => void (await pool.query('select jobs.ask_relectures()')),
    take_rapports: () => takeRapports(pool, log),
    write_adresse: (payload) => writeAdresse(pool, payload),
    create_interventions: () => workLong('select jobs.create_pending_interventions()'),
    release_jobs: async () => void (await pool.query('select jobs.release_jobs()')),
    purge_reponses: () => workLong('select jobs.purge_reponses()'),
    purge_disponibilites: () => workLong('select jobs.purge_disponibilites()'),
    keep_disponibilites: () => workLong('select jobs.keep_disponibilites()'),
    tell_manques: () => workLong('select jobs.tell_manques()'),
    purge_envois: () => workLong('select jobs.purge_envois()'),
    purge_tokens: () => workLong('select jobs.purge_tokens()'),
    purge_messages: () => workLong('select jobs.purge_messages($1)', [retentionDays]),
  }
  const runners = [await startRunner(pool, tasks, { concurrency: 5, crontab, locks, outage, log })]
  // A separate runner: new alarms must not wait for relectures, of which there may be any number.
  const relectures: TaskList = {
    relire_message: (payload) => readKeptAgain(pool, reader, Relecture.parse(payload), log),
  }
  runners.push(await startRunner(pool, relectures, { concurrency: 2, crontab: [], locks, outage, log }))
  // A separate runner: nothing must wait for a year of interventions.
  const stopping = new AbortController()
  const imputations: TaskList = {
    impute_interventions: (payload) => imputeInterventions(pool, payload, stopping.signal),
  }
  runners.push(await startRunner(pool, imputations, { concurrency: 1, crontab: [], locks, outage, log }))
  // Separate runners: devices are told at once, and no webhook that does not answer delays them.
  const { base, contact } = options.telling
  const envois = {
    pool: deliveries,
    key: mailboxKey,
    privateHosts,
    base,
    contact,
    stopping: stopping.signal,
    log,
    ...(options.servicesMs && { patienceMs: options.servicesMs }),
  }
  const { runners: telling, close: closeEnvois } = await openEnvois(envois)
  for (const { tasks: each, ...width } of telling)
    runners.push(await startRunner(deliveries, each, { ...width, crontab: [], locks, outage, log }))
  // A separate runner: alarms must not wait for a mail server that does not answer.
  if (outgoing) {
    const mails: TaskList = {
      send_mail: sendMail(pool, outgoing),
      mail_envoi: mailEnvoi(pool, outgoing, mailboxKey, base),
    }
    runners.push(await startRunner(pool, mails, { concurrency: 2, crontab: [], locks, outage, log }))
  }
  await askAll()
  const watch = watchSilences(pool, log, options.watchMs)
  const freeing = freeJobs(pool, log)
  const marking = markInstants(pool, log)
  return {
    stop: async () => {
      await Promise.all([watch.stop(), freeing.stop(), marking.stop()])
      stopping.abort(new Error('the worker stops'))
      await Promise.all(runners.map((runner) => runner.stop()))
      await messageries.close()
      await reader.close()
      closeEnvois()
      await Promise.all(pools.map((each) => each.end()))
    },
  }
}

interface RunnerOptions {
  /** Number of jobs at a time. */
  concurrency: number
  /** How often each of them asks for jobs that became due, in milliseconds. */
  pollMs?: number
  crontab: ParsedCronItem[]
  /** Vouches that the runner lives. */
  locks: MessagerieLocks
  outage: Outage
  log: Logger
}

function startRunner(
  pgPool: Pool,
  taskList: TaskList,
  { concurrency, pollMs = POLL_MS, crontab, locks, outage, log }: RunnerOptions,
): Promise<Supervised> {
  const start = () => {
    const events: WorkerEvents = new EventEmitter()
    events.on('pool:create', ({ workerPool }) => void locks.vouch(workerPool.id))
    events.on('pool:release', ({ workerPool }) => void locks.disown(workerPool.id))
    return runAcquainted({
      pgPool,
      taskList: runAsWorks(awaitHomes(taskList)),
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

import { parseCronItems, run, type TaskList } from 'graphile-worker'
import type { Logger } from 'pino'
import { z } from 'zod'
import { requireMigrated } from '../db/migrate.ts'
import { createPool } from '../db/pool.ts'
import { workerLogger } from './logger.ts'
import { MailboxLocks } from './mail/locks.ts'
import { Mailboxes } from './mail/mailboxes.ts'
import { MessageReader } from './mail/message_reader.ts'
import { supervise } from './supervise.ts'

export interface WorkerOptions {
  /** Address of the database as caserne_worker. */
  url: string
  /** MAILBOX_KEY, in base64. */
  mailboxKey: string
  retentionDays: number
  /** How many connections to the database at most. */
  poolSize: number
  log: Logger
}

/** A running worker. */
export interface Worker {
  /** Lets running jobs end, then gives everything back. */
  stop(): Promise<void>
}

// IDLE announces mail at once; the minute is the backstop.
const crontab = parseCronItems([
  { task: 'poll_messageries', match: '* * * * *' },
  { task: 'create_interventions', match: '* * * * *' },
  { task: 'purge_messages', match: '17 3 * * *' },
])

/**
 * Starts a worker: it reads mailboxes and does what waits in the queue. As many as wanted may run.
 * @throws when the database is not migrated; the message says what to do.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { url, mailboxKey, retentionDays, log } = options
  // One of them listens for jobs all the time.
  const pool = createPool(url, Math.max(options.poolSize, 2), log)
  await requireMigrated(pool).catch(async (error: unknown) => {
    await pool.end()
    throw error
  })
  const reader = new MessageReader()
  const mailboxes = new Mailboxes(pool, new MailboxLocks(url, log), reader, mailboxKey, log)
  const pollAll = () => pool.query('select jobs.ask_releves()')
  const tasks: TaskList = {
    poll_messageries: async () => void (await pollAll()),
    poll_messagerie: (payload) =>
      mailboxes.poll(z.object({ messagerie_id: z.int() }).parse(payload).messagerie_id),
    create_interventions: async () => void (await pool.query('select jobs.create_pending_interventions()')),
    purge_messages: async () => void (await pool.query('select jobs.purge_messages($1)', [retentionDays])),
  }
  const runner = await supervise(
    () =>
      run({
        pgPool: pool,
        taskList: tasks,
        parsedCronItems: crontab,
        concurrency: 5,
        noHandleSignals: true,
        logger: workerLogger(log),
      }),
    log,
  )
  await pollAll()
  return {
    stop: async () => {
      await runner.stop()
      await mailboxes.close()
      await reader.close()
      await pool.end()
    },
  }
}

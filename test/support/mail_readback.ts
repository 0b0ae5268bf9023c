import { randomBytes } from 'node:crypto'
import type { ParsedMail } from 'mailparser'
import { pino } from 'pino'
import { afterEach, expect } from 'vitest'
import { startWorker, type Worker } from '../../src/worker/start_worker.ts'
import { from, links, sha256, smtpAt, useInbox } from '../worker/send/send_fixture.ts'
import type { TestDatabase } from './database.ts'
import { useReader } from './reader.ts'
import { workerOptions } from './worker_options.ts'

/** The deadline for work that a worker does at once; generous for a busy machine. */
export const soon = { timeout: 25_000, interval: 25 }

/** The kinds of mail whose link has a token for an account. */
type Genre = 'confirmation' | 'reinitialisation'

/** The token of a mail to an account, made as the worker makes it, without sending the mail. */
export async function tokenFor(database: TestDatabase, genre: Genre, email: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const worker = await database.as('worker')
  const { rows } = await worker.query('select jobs.begin_mail($1, $2) as mail', [
    JSON.stringify({ genre, email }),
    sha256(token),
  ])
  if (rows[0]?.mail == null) throw new Error(`nobody to write to: ${email}`)
  return token
}

/**
 * The payloads of the jobs that wait to become mails. A job whose mail was asked for again while it ran is
 * not tried again, since the next job sends that mail.
 */
export async function waitingMails(database: TestDatabase): Promise<Record<string, unknown>[]> {
  const admin = await database.as('admin')
  const { rows } = await admin.query(
    `select j.payload
       from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'send_mail'
        and (j.attempts < j.max_attempts or j.locked_at is not null)
      order by j.id`,
  )
  return rows.map(({ payload }) => payload)
}

/** A mailbox that receives all mail, read by IMAP, and the real workers that a test starts to send. */
export function useMails(database: TestDatabase) {
  const inbox = useInbox()
  const reader = useReader()
  const workers: Worker[] = []
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line) => void lines.push(line) })
  let port: number | undefined

  afterEach(() => stopWorkers(workers))

  return {
    /** Everything that the workers have logged. */
    log: () => lines.join(''),
    /** Starts a worker, which sends waiting and future mails. */
    work: async (): Promise<void> => {
      port ??= inbox.mailbox().smtpPort
      const worker = await startWorker({
        ...workerOptions(database.urls.worker, randomBytes(32).toString('base64')),
        reader,
        outgoing: { smtp: smtpAt(port), from, links },
        log,
      })
      workers.push(worker)
    },
    stopWork: () => stopWorkers(workers),
    /** Stops the mail server and returns a function that starts it again. */
    stopServer: async () => {
      port = inbox.mailbox().smtpPort
      return await inbox.stop()
    },
    /** Waits until the queue is empty; returns the mails of an address, oldest first. */
    to: async (email: string): Promise<ParsedMail[]> => {
      await expect.poll(() => waitingMails(database), soon).toEqual([])
      return await inbox.to(email)
    },
  }
}

async function stopWorkers(workers: Worker[]): Promise<void> {
  await Promise.all(workers.splice(0).map((each) => each.stop()))
}

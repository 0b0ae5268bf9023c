import { randomBytes } from 'node:crypto'
import type { ParsedMail } from 'mailparser'
import { pino } from 'pino'
import { afterEach, expect } from 'vitest'
import { startWorker, type Worker } from '../../src/worker/runner.ts'
import { from, links, sha256, smtpAt, useInbox } from '../worker/send/send_fixture.ts'
import type { TestDatabase } from './database.ts'
import { useReader } from './reader.ts'
import { workerOptions } from './worker_options.ts'

/** The deadline of what a worker does at once; a busy machine takes longer. */
export const soon = { timeout: 25_000, interval: 25 }

/** The kinds of mail whose link has a token for an account. */
export type Genre = 'confirmation' | 'reinitialisation'

/** The token that a mail to an account would carry, made as the worker makes it, without the mail. */
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
 * The jobs that wait to become mails: what each says. One that was being tried when the same mail was asked for again is not
 * tried any more, since the next job does it.
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

/** A mailbox that all mail goes to, read by IMAP, and the real workers that a test starts to send it. */
export function useMails(database: TestDatabase) {
  const inbox = useInbox()
  const reader = useReader()
  const workers: Worker[] = []
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line) => void lines.push(line) })
  let port: number | undefined

  afterEach(() => stopWorkers(workers))

  return {
    /** All that the workers have logged. */
    log: () => lines.join(''),
    /** Starts a worker, which sends what waits and what is yet to come. */
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
    /** Ends the mail server; what it answers starts it again. */
    stopServer: async () => {
      port = inbox.mailbox().smtpPort
      return await inbox.stop()
    },
    /** Waits until nothing waits: the mails that an address has got, oldest first. */
    to: async (email: string): Promise<ParsedMail[]> => {
      await expect.poll(() => waitingMails(database), soon).toEqual([])
      return await inbox.to(email)
    },
  }
}

async function stopWorkers(workers: Worker[]): Promise<void> {
  await Promise.all(workers.splice(0).map((each) => each.stop()))
}

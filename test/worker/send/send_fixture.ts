import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run, runOnce } from 'graphile-worker'
import { type ParsedMail, simpleParser } from 'mailparser'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createPool } from '../../../src/db/pool.ts'
import { queueLogger } from '../../../src/db/queue_logger.ts'
import { type Mailbox, startMailbox } from '../../../src/demo/mailbox.ts'
import type { SmtpAddress } from '../../../src/mail/smtp_url.ts'
import { type Outgoing, sendMail } from '../../../src/worker/send/send_mail.ts'
import type { TestDatabase } from '../../support/database.ts'
import { login, onlooker } from '../../support/mail_servers.ts'

export const links = { base: 'https://app.example.org' }
export const from = 'Caserne <ne-pas-repondre@caserne.example.org>'

/** A server on loopback, by default without TLS and authentication. */
export function smtpAt(port: number, changes: Partial<SmtpAddress> = {}): SmtpAddress {
  return { host: '127.0.0.1', port, security: 'none', user: null, password: null, ...changes }
}

/** The built-in mailbox for one test file: all sent mails, read back by IMAP. */
export function useInbox() {
  const directory = mkdtempSync(join(tmpdir(), 'caserne-inbox-'))
  let mailbox: Mailbox | undefined
  const start = async (smtpPort: number) => {
    const log = { info: () => {}, warn: () => {} }
    mailbox = await startMailbox({ host: '127.0.0.1', imapPort: 0, smtpPort, directory, ...login, log })
  }
  const running = () => {
    if (mailbox === undefined) throw new Error('the mailbox is not running')
    return mailbox
  }
  beforeAll(() => start(0))
  afterAll(async () => {
    await mailbox?.close()
    rmSync(directory, { recursive: true })
  })
  return {
    mailbox: running,
    smtp: () => smtpAt(running().smtpPort),
    append: (raw: Buffer) => running().append(raw),
    /** Stops the mailbox; its mails are there again when it starts on the same port. */
    stop: async () => {
      const { smtpPort } = running()
      await running().close()
      mailbox = undefined
      return () => start(smtpPort)
    },
    /** The mails to an address, oldest first. */
    to: async (email: string): Promise<ParsedMail[]> => {
      const mails = await onlooker(running().imapPort, async (client) => {
        const messages = await client.fetchAll('1:*', { source: true })
        return Promise.all(messages.map((each) => simpleParser(each.source ?? Buffer.alloc(0))))
      })
      return mails.filter((mail) => addressesOf(mail).includes(email))
    },
  }
}

/** The recipient in the header of a mail. */
export function addressesOf({ to = [] }: ParsedMail): string[] {
  return [to].flat().flatMap(({ value }) => value.map(({ address }) => address ?? ''))
}

/** The token in a mail's link. */
export function tokenIn(mail: ParsedMail | undefined): string {
  return /\?token=([\w-]{43})\b/.exec(mail?.text ?? '')?.[1] ?? ''
}

export const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** The real queue of a test database, empty at first, which a worker processes on request. */
export function useQueue(database: TestDatabase) {
  let pool: pg.Pool | undefined
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line) => void lines.push(line) })
  beforeAll(() => {
    pool = createPool(database.urls.worker, 3, log)
  })
  beforeEach(async () => {
    const admin = await database.as('admin')
    await admin.query('delete from graphile_worker._private_jobs')
  })
  afterAll(() => pool?.end())
  const runner = (outgoing: Partial<Outgoing> & Pick<Outgoing, 'smtp'>) => {
    if (pool === undefined) throw new Error('there is no pool yet')
    const taskList = { send_mail: sendMail(pool, { from, links, ...outgoing }) }
    // With a delay, even of zero, its end waits until the results of its jobs are stored.
    const worker = { completeJobBatchDelay: 0, failJobBatchDelay: 0, gracefulShutdownAbortTimeout: 50 }
    return { pgPool: pool, taskList, noHandleSignals: true, logger: queueLogger(log), preset: { worker } }
  }
  return {
    /** The log so far. */
    log: () => lines.join(''),
    /** Asks for a mail of this kind, as the authentication API does. */
    ask: async (genre: string, email: string) => {
      const auth = await database.as('auth')
      await auth.query('select auth.ask_mail($1, $2)', [genre, email])
    },
    add: async (payload: object) => {
      const admin = await database.as('admin')
      await admin.query("select graphile_worker.add_job('send_mail', $1)", [JSON.stringify(payload)])
    },
    /** Runs the waiting jobs once, including those that wait for another attempt. */
    work: async (outgoing: Partial<Outgoing> & Pick<Outgoing, 'smtp'>) => {
      const admin = await database.as('admin')
      await admin.query('update graphile_worker._private_jobs set run_at = now()')
      await runOnce(runner(outgoing))
    },
    /** Starts to run the jobs until it is stopped, with a moment to end by itself. */
    begin: (outgoing: Pick<Outgoing, 'smtp'>) => run(runner(outgoing)),
    /** The remaining jobs: number of attempts, and the last error. */
    waiting: async (): Promise<{ attempts: number; last_error: string | null }[]> => {
      const admin = await database.as('admin')
      return (await admin.query('select attempts::integer, last_error from graphile_worker.jobs')).rows
    },
  }
}

import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { afterEach, beforeEach, expect } from 'vitest'
import { ALARM_CENTRE, composeAlarme, type DemoAlarme } from '../../src/demo/demo_alarme.ts'
import { setInstanceMessagerie } from '../../src/worker/instance_messagerie.ts'
import { startWorker, type Worker } from '../../src/worker/start_worker.ts'
import type { WorkerOptions } from '../../src/worker/worker_options.ts'
import { asSomeone, type TestDatabase } from '../support/database.ts'
import { login, type MailServer, type mailServers, seenFlags } from '../support/mail_servers.ts'
import { useReader } from '../support/reader.ts'
import { workerOptions } from '../support/worker_options.ts'

/** MAILBOX_KEY of the workers. */
export const mailboxKey = randomBytes(32).toString('base64')

/** The deadline of what IDLE makes fast: far below the minute of the cron job, even on a busy machine. */
export const soon = { timeout: 25_000, interval: 25 }

let sent = 0

/** A report of the demo's alarm centre; each begins at another moment, and so has its own Message-ID. */
export function alarm(adresse: string, more: DemoAlarme = {}): Promise<Buffer> {
  sent += 1
  return composeAlarme({ adresse, date: new Date(Date.now() - sent * 1000), ...more })
}

/** A mail of the alarm centre with a text, or JSON, as its body. */
export function letter(subject: string, body: string, type = 'text/plain', from = ALARM_CENTRE): Buffer {
  sent += 1
  const head = `From: ${from}\r\nSubject: ${subject}\r\nMessage-ID: <${sent}.${randomBytes(4).toString('hex')}@x>`
  return Buffer.from(`${head}\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n${body}\r\n`)
}

/** A log, and the lines written to it. */
export function capture() {
  const lines: { level: number; msg: string }[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  return { lines, log }
}

/** For each test: its own mail server as the instance's mailbox, and the workers that the test starts. */
export function useMailbox({ start, absent }: (typeof mailServers)[number], database: TestDatabase) {
  const reader = useReader()
  let server: MailServer | undefined
  const workers: Worker[] = []

  beforeEach(async (context) => {
    context.skip(absent !== null, absent ?? '')
    server = await start()
    await configure()
    // The servers of two tests may have the same UIDVALIDITY, the second of their start.
    const admin = await database.as('admin')
    await admin.query(
      `update jobs.releves set uidvalidity = null, last_uid = 0, started_at = null, finished_at = null,
              last_success_at = null, last_error = null, last_error_at = null`,
    )
  })

  afterEach(async () => {
    await Promise.all(workers.splice(0).map((each) => each.stop()))
    await server?.remove()
    server = undefined
  })

  const running = (): MailServer => {
    if (server === undefined) throw new Error('no mail server is running')
    return server
  }

  async function configure(password = login.password): Promise<void> {
    const where = { host: '127.0.0.1', port: running().port, security: 'none' as const }
    const box = {
      ...where,
      user: login.user,
      password,
      folder: 'INBOX',
      moveTo: null,
      senders: [ALARM_CENTRE],
    }
    await setInstanceMessagerie(database.urls.worker, box, mailboxKey)
  }

  /** Starts the real worker. */
  async function work(more: Partial<WorkerOptions> = {}): Promise<Worker> {
    const worker = await startWorker({ ...workerOptions(database.urls.worker, mailboxKey), reader, ...more })
    workers.push(worker)
    const stop = async () => {
      workers.splice(workers.indexOf(worker), 1)
      await worker.stop()
    }
    return { ...worker, stop }
  }

  const releve = async () => {
    const admin = await database.as('admin')
    return (await admin.query('select * from jobs.releves')).rows[0]
  }

  /** Starts a worker and waits until it has read the mailbox once and is in IDLE. */
  async function workIdle(more: Partial<WorkerOptions> = {}): Promise<Worker> {
    const worker = await work(more)
    await expect.poll(async () => (await releve()).last_success_at, soon).not.toBeNull()
    return worker
  }

  /** Asks for a relève, as the cron job does. */
  async function ask(): Promise<void> {
    const client = await database.as('worker')
    await client.query('select jobs.ask_releves()')
  }

  /** The ledger: subject, state and reason of each message whose subject contains a text. */
  const ledger = async (subject: string) =>
    await asSomeone(await database.as('owner'), { sis: '*', permissions: ['sis.config'] }, async (client) => {
      const query =
        'select sujet, etat, raison, contenu from app.messages where strpos(sujet, $1) > 0 order by id'
      return (await client.query(query, [subject])).rows
    })

  return {
    deliver: (raw: Buffer) => running().deliver(raw),
    port: () => running().port,
    seen: () => seenFlags(running().port),
    stop: () => running().stop(),
    restart: () => running().restart(),
    configure,
    work,
    workIdle,
    ask,
    releve,
    ledger,
  }
}

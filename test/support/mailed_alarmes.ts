import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, vi } from 'vitest'
import { ALARM_CENTRE } from '../../src/demo/demo_alarme.ts'
import { startMailbox } from '../../src/demo/mailbox.ts'
import { Started } from '../../src/process/started.ts'
import { setInstanceMessagerie } from '../../src/worker/instance_messagerie.ts'
import { startWorker } from '../../src/worker/start_worker.ts'
import type { TestDatabase } from './database.ts'
import { login } from './mail_servers.ts'
import { useReader } from './reader.ts'
import { workerOptions } from './worker_options.ts'

/** The whole way of a report: SMTP, a mailbox, IMAP, and a worker that reads it into the database. */
export function useMailedAlarmes(database: TestDatabase): { smtpPort(): number } {
  const reader = useReader()
  const started = new Started()
  let smtpPort = 0

  beforeAll(async () => {
    const log = { info: () => {}, warn: () => {} }
    const directory = mkdtempSync(join(tmpdir(), 'caserne-mailed-'))
    started.add(directory, async () => rmSync(directory, { recursive: true, force: true }))
    const ports = { host: '127.0.0.1', imapPort: 0, smtpPort: 0 }
    const mailbox = started.add(await startMailbox({ ...ports, directory, ...login, log }), (each) =>
      each.close(),
    )
    smtpPort = mailbox.smtpPort
    const mailboxKey = randomBytes(32).toString('base64')
    const url = database.urls.worker
    const place = { host: '127.0.0.1', port: mailbox.imapPort, security: 'none' as const, folder: 'INBOX' }
    const settings = { ...place, user: login.user, password: login.password, moveTo: null }
    await setInstanceMessagerie(url, { ...settings, senders: [ALARM_CENTRE] }, mailboxKey)
    started.add(await startWorker({ ...workerOptions(url, mailboxKey), reader }), (each) => each.stop())
    // Mail that arrives before the first reading may count as old.
    const admin = await database.as('admin')
    await vi.waitFor(
      async () => {
        const { rows } = await admin.query('select from jobs.releves where last_success_at is not null')
        if (rows.length === 0) throw new Error('the mailbox has not been read yet')
      },
      { timeout: 25_000 },
    )
  }, 60_000)
  afterAll(() => started.stop())
  return { smtpPort: () => smtpPort }
}

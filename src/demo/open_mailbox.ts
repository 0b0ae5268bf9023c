import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { DatabaseUrls } from '../db/urls.ts'
import { portTaken } from '../process/port_taken.ts'
import { readMailboxKey } from '../process/secrets.ts'
import type { Setting } from '../process/setting.ts'
import { setInstanceMessagerie } from '../worker/instance_messagerie.ts'
import { ALARM_CENTRE, firstAlarms } from './demo_alarme.ts'
import { type Mailbox, startMailbox } from './mailbox.ts'

const host = '127.0.0.1'
const account = { user: 'alarmes', password: 'caserne-demo' }

/** Starts the built-in mailbox. A new one holds three reports. */
export async function openDemoMailbox({ config, log, started }: Setting): Promise<Mailbox> {
  const directory = join(config.DATA_DIR, 'mail')
  const isNew = !existsSync(directory)
  const ports = { imapPort: config.MAILBOX_IMAP_PORT, smtpPort: config.MAILBOX_SMTP_PORT }
  const mailbox = started.add(
    await startMailbox({ host, ...ports, directory, ...account, log }).catch((error: unknown) => {
      throw isTaken(error) ? portTaken(error.port, variableOf(error.port, config)) : error
    }),
    (each) => each.close(),
  )
  if (isNew) for (const mail of await firstAlarms(new Date())) mailbox.append(mail)
  return mailbox
}

/** Makes the built-in mailbox the instance's. */
export async function configureDemoMailbox(
  { config }: Setting,
  urls: DatabaseUrls,
  mailbox: Mailbox,
): Promise<void> {
  const place = { host, port: mailbox.imapPort, security: 'none', folder: 'INBOX', moveTo: null } as const
  // Read from the beginning, because the mails of the demo's mailbox are its past.
  const settings = { ...place, ...account, senders: [ALARM_CENTRE], since: new Date(0).toISOString() }
  await setInstanceMessagerie(urls.worker, settings, readMailboxKey(config))
}

function isTaken(error: unknown): error is Error & { port: number } {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' && 'port' in error
}

function variableOf(port: number, config: Config): string {
  return port === config.MAILBOX_IMAP_PORT ? 'MAILBOX_IMAP_PORT' : 'MAILBOX_SMTP_PORT'
}

import type { Config } from '../config.ts'
import { type DatabaseUrls, databaseUrls } from '../db/urls.ts'
import type { Mailbox } from '../demo/mailbox.ts'
import { startServers } from '../instance.ts'
import { type Links, linksOf } from '../mail/mail_link.ts'
import type { Setting } from '../process/setting.ts'
import { configureInstanceMessagerie, outgoingMail, startMailWorker } from '../worker/mail_worker.ts'
import type { Outgoing } from '../worker/send/send_mail.ts'
import { awaitAndStart } from './await_and_start.ts'
import { welcome } from './welcome.ts'

/** `caserne start`: both servers and the worker; without DATABASE_URL also the demo's database and mailbox. */
export async function start(setting: Setting): Promise<void> {
  const urls = await openUrls(setting)
  await awaitAndStart(setting, urls.api, () => startAll(setting, urls))
}

async function startAll(setting: Setting, urls: DatabaseUrls): Promise<void> {
  const { stopping } = setting.started
  stopping.throwIfAborted()
  const mailbox = await openMailbox(setting, urls)
  const listening = await startServers(setting, urls, ['data', 'auth'])
  const links = linksOf(setting.config, listening.auth?.port)
  const outgoing = outgoingMail(setting.config, links) ?? (await demoMail(setting.config, mailbox, links))
  await startMailWorker(setting, urls, outgoing)
  stopping.throwIfAborted()
  process.stdout.write(welcome(setting.config, listening, urls.admin, mailbox))
}

// Imports the demo on demand only, because it loads a mail server and a PDF writer.
async function openUrls(setting: Setting): Promise<DatabaseUrls> {
  if (setting.config.DATABASE_URL !== undefined) return databaseUrls(setting.config)
  const { openDemoDatabase } = await import('../demo/open_database.ts')
  return await openDemoDatabase(setting)
}

async function openMailbox(setting: Setting, urls: DatabaseUrls): Promise<Mailbox | null> {
  const { config } = setting
  if (config.DATABASE_URL === undefined && config.IMAP_URL === undefined) {
    const { openDemoMailbox } = await import('../demo/open_mailbox.ts')
    return await openDemoMailbox(setting, urls)
  }
  await configureInstanceMessagerie(setting, urls)
  return null
}

// Without SMTP_URL, an instance with the demo's mailbox sends its mails there and announces them.
async function demoMail(config: Config, mailbox: Mailbox | null, links: Links): Promise<Outgoing | null> {
  if (mailbox === null) return null
  const demo = await import('../demo/outgoing_mail.ts')
  return demo.outgoingMail(mailbox, config.MAIL_FROM, links, !config.DEMO_PUBLIC)
}

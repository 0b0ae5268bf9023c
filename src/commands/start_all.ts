import { makeKeyFile } from '../auth/key_file.ts'
import { keyFile } from '../config.ts'
import type { DatabaseUrls } from '../db/urls.ts'
import type { Mailbox } from '../demo/mailbox.ts'
import { readDocument } from '../http/document/document.ts'
import { startServers } from '../instance.ts'
import { type Links, linksOf } from '../mail/mail_link.ts'
import type { Setting } from '../process/setting.ts'
import { configureInstanceMessagerie, outgoingMail, startMailWorker } from '../worker/mail_worker.ts'
import type { Outgoing } from '../worker/send/send_mail.ts'
import { serverUrl } from './server_url.ts'
import { welcome } from './welcome.ts'

/** Parts that `caserne start` makes before there is a database. */
export interface Parts {
  demo: DemoMail | null
}

// The demo's mailbox, how mails are sent to it, and who answers the alarms that come by it.
interface DemoMail {
  mailbox: Mailbox
  configure(urls: DatabaseUrls): Promise<void>
  outgoing(links: Links): Outgoing
  answer(url: string): void
}

/** Makes signing keys, reads the OpenAPI documents and starts the demo's mailbox, each only if it is needed. */
export async function makeParts(setting: Setting): Promise<Parts> {
  const [demo] = await Promise.all([openDemoMail(setting), makeKeyFile(keyFile(setting.config))])
  // Kept by the module for the servers.
  readDocument('data')
  readDocument('auth')
  return { demo }
}

/** Starts servers and worker on a database that is up to date, and prints the welcome. */
export async function startAll(setting: Setting, urls: DatabaseUrls, { demo }: Parts): Promise<void> {
  const { config, started } = setting
  started.stopping.throwIfAborted()
  const listening = await startServers(setting, urls, ['data', 'auth'])
  await (demo ? demo.configure(urls) : configureInstanceMessagerie(setting, urls))
  const links = linksOf(config, listening.auth?.port)
  const outgoing = outgoingMail(config, links) ?? demo?.outgoing(links) ?? null
  await startMailWorker(setting, urls, outgoing, listening.data?.port)
  started.stopping.throwIfAborted()
  // A certificate names the server as others see it, which is not this address.
  if (config.DEMO_ANSWERS && config.TLS_CERT_FILE === undefined)
    demo?.answer(serverUrl(config, listening.data))
  process.stdout.write(welcome(config, listening, urls.admin, demo?.mailbox ?? null))
}

// Imports the demo on demand only, because it loads a mail server and a PDF writer. Without SMTP_URL, an instance with
// the demo's mailbox sends its mails there and announces them.
async function openDemoMail(setting: Setting): Promise<DemoMail | null> {
  const { config, log, started } = setting
  if (config.DATABASE_URL !== undefined || config.IMAP_URL !== undefined) return null
  const { answerAlarmes } = await import('../demo/answer_alarmes.ts')
  const { configureDemoMailbox, openDemoMailbox } = await import('../demo/open_mailbox.ts')
  const { outgoingMail: demoMail } = await import('../demo/outgoing_mail.ts')
  const mailbox = await openDemoMailbox(setting)
  return {
    mailbox,
    configure: (urls) => configureDemoMailbox(setting, urls, mailbox),
    outgoing: (links) => demoMail(mailbox, config.MAIL_FROM, links, !config.DEMO_PUBLIC),
    answer: (url) => void started.add(answerAlarmes({ url, log }), (each) => each.stop()),
  }
}

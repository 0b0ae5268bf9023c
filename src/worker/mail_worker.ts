import addressparser from 'nodemailer/lib/addressparser'
import type { Config } from '../config.ts'
import type { DatabaseUrls } from '../db/urls.ts'
import type { Links } from '../mail/mail_link.ts'
import { readMailboxKey } from '../process/secrets.ts'
import type { Setting } from '../process/setting.ts'
import { disableInstanceMessagerie, setInstanceMessagerie } from './instance_messagerie.ts'
import { endStuck, keepWorker } from './keep_worker.ts'
import type { Outgoing } from './send/send_mail.ts'
import { startWorker } from './start_worker.ts'
import { watchLateness } from './watch_lateness.ts'
import type { WorkerOptions } from './worker_options.ts'

/** Sets the instance's own mailbox to IMAP_URL, or disables it without IMAP_URL. */
export async function configureInstanceMessagerie({ config }: Setting, urls: DatabaseUrls): Promise<void> {
  if (config.IMAP_URL === undefined) return await disableInstanceMessagerie(urls.worker)
  const settings = {
    ...config.IMAP_URL,
    moveTo: config.IMAP_MOVE_TO ?? null,
    senders: config.IMAP_SENDERS,
    since: config.IMAP_SINCE,
  }
  await setInstanceMessagerie(urls.worker, settings, readMailboxKey(config))
}

/**
 * Starts the worker. If it is stuck, a process that is a worker alone ends with an error, and another process starts the
 * worker again.
 * @param outgoing how mails are sent; null leaves them in the queue for a worker that can send them.
 * @param dataPort port of the data server of this process, for links without DATA_URL; absent: there is none
 */
export async function startMailWorker(
  { config, log, started, metrics, readiness }: Setting,
  urls: DatabaseUrls,
  outgoing: Outgoing | null,
  dataPort?: number,
): Promise<void> {
  if (outgoing === null) log.warn('SMTP_URL is not set: mails wait in the queue')
  const options: WorkerOptions = {
    url: urls.worker,
    mailboxKey: readMailboxKey(config),
    privateHosts: config.MAILBOX_PRIVATE_HOSTS,
    deliveryHosts: config.DELIVERY_HOSTS,
    retentionDays: config.MESSAGE_RETENTION_DAYS,
    poolSize: config.DATABASE_POOL_SIZE,
    outgoing,
    telling: {
      base: config.DATA_URL ?? `http://localhost:${dataPort ?? config.DATA_PORT}`,
      contact: `mailto:${addressparser(config.MAIL_FROM, { flatten: true })[0]?.address ?? ''}`,
    },
    metrics,
    slowMs: config.SLOW_STATEMENT_MS,
    log,
  }
  const isAlone = dataPort === undefined
  const worker = isAlone
    ? await startWorker({ ...options, onStuck: endStuck(log) })
    : await keepWorker((onStuck) => startWorker({ ...options, onStuck }), log)
  started.add(worker, (each) => each.stop())
  const lateness = started.add(watchLateness(urls.worker, metrics), (each) => each.stop())
  readiness.add(lateness.fault)
  log.info({ smtp: outgoing?.smtp.host ?? null }, 'worker started')
}

/** How the configuration sends mails; null without SMTP_URL. */
export function outgoingMail({ SMTP_URL, MAIL_FROM }: Config, links: Links): Outgoing | null {
  return SMTP_URL === undefined ? null : { smtp: SMTP_URL, from: MAIL_FROM, links }
}

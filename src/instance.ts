import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { readSigningKey } from './auth/keys.ts'
import type { Config } from './config.ts'
import { startEmbedded } from './db/embedded.ts'
import { bootstrap, isMigrated, migrate } from './db/migrate.ts'
import { createPool } from './db/pool.ts'
import { type DatabaseUrls, databaseUrls, rolePasswords } from './db/urls.ts'
import { ALARM_CENTRE, firstAlarms } from './demo/alarm.ts'
import { loadDemo } from './demo/load.ts'
import { type Mailbox, startMailbox } from './demo/mailbox.ts'
import { createAuthApp, createDataApp } from './http/app.ts'
import { checkDatabase, type Listening, listen, portTaken } from './http/serve.ts'
import { readImapUrl, setInstanceMailbox } from './instance_mailbox.ts'
import { readSecrets } from './secrets.ts'
import type { Started } from './started.ts'
import { startWorker } from './worker/runner.ts'

/** What every part of an instance is given. */
export interface Setting {
  config: Config
  log: Logger
  started: Started
}

/** Opens the database: the one configured, or the embedded one, which is brought up to date and filled with the demo. */
export async function openDatabase({ config, log, started }: Setting): Promise<DatabaseUrls> {
  const secrets = readSecrets(config.DATA_DIR)
  if (config.DATABASE_URL !== undefined) return databaseUrls(config.DATABASE_URL, config, secrets)
  const server = started.add(
    await startEmbedded({ directory: join(config.DATA_DIR, 'postgres'), log }),
    (each) => each.stop(),
  )
  const urls = databaseUrls(server.adminUrl, config, secrets)
  const admin = createPool(urls.admin, 1, log)
  try {
    if (!(await isMigrated(admin))) {
      await bootstrap(urls.admin, rolePasswords(urls))
      await migrate(urls.admin, log)
    }
  } finally {
    await admin.end()
  }
  await loadDemo(urls.admin)
  return urls
}

/** Starts one of the two servers, or both, on a database that it first finds fit to be served. */
export async function startServers(
  { config, log, started }: Setting,
  urls: DatabaseUrls,
  which: ('auth' | 'data')[],
): Promise<Partial<Record<'auth' | 'data', Listening>>> {
  const key = await readSigningKey(
    config.AUTH_KEY,
    config.AUTH_KEY_FILE ?? join(config.DATA_DIR, 'auth-key.pem'),
  )
  const open = (url: string) =>
    started.add(createPool(url, config.DATABASE_POOL_SIZE, log), (pool) => pool.end())
  const auth = open(urls.auth)
  await checkDatabase(auth)
  const listening: Partial<Record<'auth' | 'data', Listening>> = {}
  if (which.includes('data')) {
    const api = open(urls.api)
    await checkDatabase(api)
    const app = createDataApp({ config, log, key, auth, api })
    listening.data = started.add(await listen(app, config.HOST, config.DATA_PORT, 'DATA_PORT'), (each) =>
      each.close(),
    )
  }
  if (which.includes('auth')) {
    const app = createAuthApp({ config, log, key, auth })
    listening.auth = started.add(await listen(app, config.HOST, config.AUTH_PORT, 'AUTH_PORT'), (each) =>
      each.close(),
    )
  }
  return listening
}

/** Starts the worker. */
export async function startMailWorker({ config, log, started }: Setting, urls: DatabaseUrls): Promise<void> {
  const mailboxKey = config.MAILBOX_KEY ?? readSecrets(config.DATA_DIR).mailboxKey
  const options = { url: urls.worker, mailboxKey, retentionDays: config.MESSAGE_RETENTION_DAYS, log }
  started.add(await startWorker(options), (worker) => worker.stop())
}

/**
 * Sees to the instance's own mailbox: the real one of IMAP_URL, or with the embedded database the built-in one, which
 * holds three reports when it is new.
 * @returns the built-in one, if that.
 */
export async function openMailbox(
  { config, log, started }: Setting,
  urls: DatabaseUrls,
): Promise<Mailbox | null> {
  const key = config.MAILBOX_KEY ?? readSecrets(config.DATA_DIR).mailboxKey
  if (config.IMAP_URL !== undefined) {
    const box = readImapUrl(config.IMAP_URL, config.IMAP_SENDERS, config.IMAP_MOVE_TO)
    await setInstanceMailbox(urls.admin, box, key)
    return null
  }
  if (config.DATABASE_URL !== undefined) return null
  const directory = join(config.DATA_DIR, 'mail')
  const isNew = !existsSync(directory)
  const account = { user: 'alarmes', password: 'caserne-demo' }
  const ports = { imapPort: config.MAILBOX_IMAP_PORT, smtpPort: config.MAILBOX_SMTP_PORT }
  const mailbox = started.add(
    await startMailbox({ host: '127.0.0.1', ...ports, directory, ...account, log }).catch(
      (error: unknown) => {
        throw isTaken(error) ? portTaken(error.port, variableOf(error.port, config)) : error
      },
    ),
    (each) => each.close(),
  )
  if (isNew) for (const mail of await firstAlarms(new Date())) mailbox.append(mail)
  const server = {
    host: '127.0.0.1',
    port: mailbox.imapPort,
    security: 'none',
    folder: 'INBOX',
    moveTo: null,
  } as const
  await setInstanceMailbox(urls.admin, { ...server, ...account, senders: [ALARM_CENTRE] }, key)
  return mailbox
}

function isTaken(error: unknown): error is Error & { port: number } {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' && 'port' in error
}

function variableOf(port: number, config: Config): string {
  return port === config.MAILBOX_IMAP_PORT ? 'MAILBOX_IMAP_PORT' : 'MAILBOX_SMTP_PORT'
}

import { join } from 'node:path'
import type { Logger } from 'pino'
import { readSigningKey } from './auth/keys.ts'
import type { Config } from './config.ts'
import { createPool } from './db/pool.ts'
import type { DatabaseUrls } from './db/urls.ts'
import { createAuthApp, createDataApp } from './http/app.ts'
import { checkDatabase, type Listening, listen } from './http/serve.ts'
import { disableInstanceMailbox, setInstanceMailbox } from './instance_mailbox.ts'
import { readMailboxKey } from './secrets.ts'
import type { Started } from './started.ts'
import { startWorker } from './worker/runner.ts'

/** What every part of an instance is given. */
export interface Setting {
  config: Config
  log: Logger
  started: Started
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

/** Makes the instance's own mailbox the one of IMAP_URL; without it there is none. */
export async function configureMailbox({ config }: Setting, urls: DatabaseUrls): Promise<void> {
  if (config.IMAP_URL === undefined) return await disableInstanceMailbox(urls.worker)
  const settings = { ...config.IMAP_URL, moveTo: config.IMAP_MOVE_TO ?? null, senders: config.IMAP_SENDERS }
  await setInstanceMailbox(urls.worker, settings, readMailboxKey(config))
}

/** Starts the worker. */
export async function startMailWorker({ config, log, started }: Setting, urls: DatabaseUrls): Promise<void> {
  const worker = await startWorker({
    url: urls.worker,
    mailboxKey: readMailboxKey(config),
    retentionDays: config.MESSAGE_RETENTION_DAYS,
    poolSize: config.DATABASE_POOL_SIZE,
    log,
  })
  started.add(worker, (each) => each.stop())
}

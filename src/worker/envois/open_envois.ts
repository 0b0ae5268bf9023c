import type { TaskList } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { Outbound } from './outbound.ts'
import { readPushKey } from './push_key.ts'
import { PushMessages } from './push_messages.ts'
import { sendWebhook } from './send_webhook.ts'
import { tellAppareils } from './tell_appareils.ts'

/** What deliveries take. */
export interface EnvoisOptions {
  pool: Pool
  /** MAILBOX_KEY, in base64. */
  key: string
  /** Whether push services and webhooks may have a private address. */
  privateHosts: boolean
  /** Address of the data server, for links, without a slash at its end. */
  base: string
  /** Whom a push service may write to: `mailto:…` */
  contact: string
  stopping: AbortSignal
  log: Pick<Logger, 'error'>
}

/** The tasks of deliveries, each list for a runner of its own. */
export async function openEnvois({
  pool,
  key,
  privateHosts,
  base,
  contact,
  stopping,
  log,
}: EnvoisOptions): Promise<{ tasks: TaskList[]; close(): void }> {
  const outbound = new Outbound(privateHosts ? 'private' : 'public')
  const pushKey = await readPushKey(pool, key, log)
  const push = pushKey && new PushMessages(pushKey, contact)
  return {
    tasks: [
      { tell_appareils: tellAppareils({ pool, push, outbound, key, base, stopping }) },
      { send_webhook: sendWebhook(pool, outbound, key) },
    ],
    close: () => outbound.close(),
  }
}

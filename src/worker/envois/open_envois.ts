import type { TaskList } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { HostList } from '../../text/host_list.ts'
import { runners } from '../pool_sizes.ts'
import { Outbound } from './outbound.ts'
import { readPushKey } from './push_key.ts'
import { PushMessages } from './push_messages.ts'
import { sendWebhook } from './send_webhook.ts'
import { tellAppareils } from './tell_appareils.ts'

/** Options for deliveries. */
interface EnvoisOptions {
  pool: Pool
  /** MAILBOX_KEY, in base64. */
  key: string
  /** DELIVERY_HOSTS. */
  deliveryHosts: HostList
  /** Address of the data server, for links, without a slash at its end. */
  base: string
  /** Contact for push services: `mailto:…` */
  contact: string
  stopping: AbortSignal
  log: Pick<Logger, 'error'>
  /** How long a service may take to answer, if not as usual. */
  patienceMs?: number
}

/** The tasks of a runner of its own, and how many it does at a time. */
interface EnvoisRunner {
  tasks: TaskList
  concurrency: number
  pollMs: number
}

// Each waits for services that do not answer, 10 s for push services and 15 s for webhooks. Such services must not keep
// others from being told: hence many at a time, who ask for due jobs more seldom, so that all of them together ask as
// often as another runner. A new job is announced.
const LOTS = { concurrency: runners.lots.concurrency, pollMs: 3_000 }
const WEBHOOKS = { concurrency: runners.webhooks.concurrency, pollMs: 5_000 }

/** The tasks of deliveries. */
export async function openEnvois({
  pool,
  key,
  deliveryHosts,
  base,
  contact,
  stopping,
  log,
  patienceMs,
}: EnvoisOptions): Promise<{ runners: EnvoisRunner[]; close(): void }> {
  const outbound = new Outbound(deliveryHosts)
  const readPush = async () => {
    const pushKey = await readPushKey(pool, key, log)
    return pushKey && new PushMessages(pushKey, contact)
  }
  // A cell receives the key once a worker has run where the accounts are. Until then lots have it looked for again.
  let known = readPush()
  if ((await known) === undefined)
    log.error('the push key has not arrived in this cell yet: browsers are notified once it has')
  const push = async () => {
    const asked = known
    const found = await asked
    if (found === undefined && known === asked) known = readPush().catch(() => undefined)
    return found ?? null
  }
  return {
    runners: [
      {
        tasks: {
          tell_appareils: tellAppareils({
            pool,
            push,
            outbound,
            key,
            base,
            stopping,
            ...(patienceMs && { patienceMs }),
          }),
        },
        ...LOTS,
      },
      { tasks: { send_webhook: sendWebhook(pool, outbound, key, patienceMs) }, ...WEBHOOKS },
    ],
    close: () => outbound.close(),
  }
}

import type { Logger } from 'pino'
import type { Reader } from '../mail/reading/message_reader.ts'
import type { Metrics } from '../process/metrics.ts'
import type { HostList } from '../text/host_list.ts'
import type { Silence } from './pulse.ts'
import type { Lease } from './releves/messagerie_locks.ts'
import type { Outgoing } from './send/send_mail.ts'

/** Options for a worker. */
export interface WorkerOptions {
  /** Address of the database as caserne_worker. */
  url: string
  /** MAILBOX_KEY, in base64. */
  mailboxKey: string
  /** MAILBOX_PRIVATE_HOSTS: private hosts at which a SIS may have mailboxes. */
  privateHosts: HostList
  /** DELIVERY_HOSTS: hosts of push services and webhooks beside the public ones. */
  deliveryHosts: HostList
  retentionDays: number
  /** How many readings of mailboxes use the database at once. The other pools are sized by their runners. */
  poolSize: number
  /** How mails are sent; null leaves them in the queue for a worker that can send them. */
  outgoing: Outgoing | null
  /** Base address of links in messages (the data server), and the contact for push services. */
  telling: { base: string; contact: string }
  /** Registry for its figures. */
  metrics?: Metrics
  /** From how many ms on a statement is logged as slow; by default none is. */
  slowMs?: number
  /** Reads messages, in place of the usual reader. Ended with the worker. */
  reader?: Reader
  log: Logger
  /** Called when a runner goes on doing nothing for a minute, although it was started again and a job waits. */
  onStuck?: (reason: string) => void
  /** How long a runner may be silent; shorter in tests. */
  silence?: Silence
  /** How long the worker may be silent; shorter in tests. */
  lease?: Lease
  /** How often to ask for mailboxes that cannot be read, in milliseconds; shorter in tests. */
  watchMs?: number
  /** How long push services and webhooks may take to answer, in milliseconds; longer in tests. */
  servicesMs?: number
}

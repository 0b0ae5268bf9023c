import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isStandby } from '../../db/is_standby.ts'
import { listen } from '../../db/listen.ts'
import { newClient } from '../../db/new_client.ts'
import { type Outage, outageAt } from '../../db/outage.ts'
import { outsideWork } from '../../process/current_work.ts'
import { Announcements, type Notify } from './announcements.ts'

// Notifications of the database: the SIS of a new or changed alarm, the mailbox of a finished relève.
const CHANNELS = ['caserne_alarmes', 'caserne_releve_finie'] as const
export type Channel = (typeof CHANNELS)[number]

/** Called with the payload of a notification; with null when notifications may have been missed. */
export type OnNotification = (payload: string | null) => void

// After a failover the new primary takes writes within seconds, so a longer pause would only delay alarms.
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 3_000
// A query now and then notices a session whose server froze.
const BEAT = { checkMs: 5_000, patienceMs: 5_000 }
const NOTIFY = 'select pg_notify(request.channel($1), p) from unnest($2::text[]) p'
// A standby announces nothing and refuses LISTEN, so everybody looks.
const LOOK_MS = 2_000

/** Notifications of one database, or of all cells: listens and announces. */
export interface Notifications {
  /** False while notifications are missed: somebody wants them, and the session that listens is lost. */
  readonly isListening: boolean
  /** Subscribes to a channel. @returns a function that ends the subscription */
  on(channel: Channel, heard: OnNotification): () => void
  /** Notifies a channel. @param payload begins with the key of the SIS */
  announce(channel: Channel, payload: string): void
}

/**
 * The one database session of a server that listens for notifications and sends them, beside its pool. It begins when it is first
 * needed.
 * Notifications only say when to look. Listeners also look by themselves from time to time, so that behind a pooler
 * in transaction mode, where no notification arrives, everything still comes, a little later. On a standby it calls
 * the subscribers every two seconds, until the standby becomes a primary.
 */
export class Listener implements Notifications {
  readonly #url: string
  readonly #log: Logger
  readonly #outage: Outage
  readonly #beat: typeof BEAT
  readonly #subscribers = new Map<Channel, Set<OnNotification>>()
  readonly #announcements = new Announcements()
  readonly #closing = new AbortController()
  #running: Promise<void> | null = null
  #listening = false

  /**
   * @param url address of the database as caserne_api
   * @param beat how often the session is checked, and how long it may take to answer
   */
  constructor(url: string, log: Logger, beat = BEAT) {
    this.#beat = beat
    this.#url = url
    this.#log = log
    this.#outage = outageAt(url, log)
  }

  /** False while notifications are missed: somebody wants them, and the session that listens is lost. */
  get isListening(): boolean {
    return this.#running === null || this.#listening
  }

  /** Subscribes to a channel. @returns a function that ends the subscription */
  on(channel: Channel, heard: OnNotification): () => void {
    const subscribers = this.#subscribers.get(channel) ?? new Set()
    this.#subscribers.set(channel, subscribers.add(heard))
    this.#begin()
    return () => void subscribers.delete(heard)
  }

  /**
   * Notifies a channel, for all servers, this one too. Where a write is announced by its server after the commit, and
   * not by a trigger, writers do not wait for one another (PostgreSQL commits notifying transactions one by one).
   */
  announce(channel: Channel, payload: string): void {
    this.#announcements.add(channel, payload)
    this.#begin()
  }

  async close(): Promise<void> {
    await this.#announcements.end()
    this.#closing.abort()
    await this.#running
  }

  #begin(): void {
    if (!this.#closing.signal.aborted) this.#running ??= outsideWork(() => this.#run())
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing
    let failures = 0
    while (!signal.aborted) {
      try {
        await this.#listen(() => {
          failures = 0
        })
      } catch (error) {
        // Only the message: the error object may carry the whole connection.
        const reason = error instanceof Error ? error.message : String(error)
        if (!signal.aborted && !this.#outage.loseConnection(error))
          this.#log.warn({ reason }, 'database session that hears notifications lost')
      }
      const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures)
      failures += 1
      await pause(longest * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined)
    }
  }

  // Resolves when the session ends or is closed.
  async #listen(onListening: () => void): Promise<void> {
    const { signal } = this.#closing
    const client = newClient({
      connectionString: this.#url,
      application_name: 'caserne listener',
      connectionTimeoutMillis: this.#beat.patienceMs,
      query_timeout: this.#beat.patienceMs,
    })
    const ended = Promise.withResolvers<void>()
    client.on('error', ended.reject).on('end', ended.resolve)
    const names = new Map<string, Channel>()
    client.on('notification', ({ channel: name, payload = '' }) => {
      const channel = names.get(name)
      if (channel !== undefined) this.#tell(channel, payload)
    })
    // Nobody may be waiting yet: the rejection must not be an unhandled one.
    ended.promise.catch(() => undefined)
    signal.addEventListener('abort', () => ended.resolve(), { once: true })
    try {
      await client.connect()
      const inTurn = takeTurns()
      const look = async () => {
        if (await isStandby(client)) return true
        for (const channel of CHANNELS) names.set(await listen(client, channel), channel)
        return false
      }
      const notify: Notify = (channel, payloads) =>
        inTurn(async () => void (await client.query(NOTIFY, [channel, payloads])))
      for (let listening = false, over = false; !over; ) {
        const silent = await inTurn(look)
        onListening()
        if (!listening) this.#announcements.useSession(silent ? null : notify)
        if (!listening) for (const channel of this.#subscribers.keys()) this.#tell(channel, null)
        listening = !silent
        // On a standby subscribers miss nothing either: they are called again and again.
        this.#listening = true
        over = await endsWithin(silent ? LOOK_MS : this.#beat.checkMs, ended.promise)
      }
    } finally {
      this.#listening = false
      this.#announcements.useSession(null)
      await client.end().catch(() => undefined)
    }
  }

  #tell(channel: Channel, payload: string | null): void {
    for (const heard of this.#subscribers.get(channel) ?? []) heard(payload)
  }
}

// Work on a session that does one thing after the other.
function takeTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }
}

// Whether a session has ended when the time is over. @throws when it breaks
async function endsWithin(ms: number, ended: Promise<void>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, ms, false)
  return await Promise.race([ended.then(() => true), promise]).finally(() => clearTimeout(timer))
}

/**
 * Resolves when a channel notifies one of these payloads, when notifications may have been missed, or after a time in
 * ms.
 */
export async function awaitNotification(
  notifications: Notifications,
  channel: Channel,
  payloads: string[],
  patienceMs: number,
): Promise<void> {
  const heard = Promise.withResolvers<void>()
  const off = notifications.on(channel, (payload) => {
    if (payload === null || payloads.includes(payload)) heard.resolve()
  })
  const timer = setTimeout(heard.resolve, patienceMs)
  await heard.promise
  clearTimeout(timer)
  off()
}

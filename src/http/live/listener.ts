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
export type Ear = (payload: string | null) => void

// After a failover the new primary takes writes within seconds, so a longer pause would only delay alarms.
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 3_000
// A query now and then notices a session whose server froze.
const BEAT = { checkMs: 5_000, patienceMs: 5_000 }
const NOTIFY = 'select pg_notify(request.channel($1), p) from unnest($2::text[]) p'
// A standby announces nothing and refuses LISTEN, so everybody looks.
const LOOK_MS = 2_000

/** Hears and announces: the session of one database, or those of all cells. */
export interface Ears {
  /** False while notifications are missed: somebody wants them, and the session that hears them is lost. */
  readonly hears: boolean
  /** Adds an ear to a channel. @returns a function that removes it */
  on(channel: Channel, ear: Ear): () => void
  /** Notifies a channel. @param payload begins with the key of the SIS */
  announce(channel: Channel, payload: string): void
}

/**
 * The one database session of a server that hears and sends notifications, beside its pool. It begins when it is first
 * needed.
 * Notifications only say when to look. Listeners also look by themselves from time to time, so that behind a pooler
 * in transaction mode, where no notification arrives, everything still comes, a little later. On a standby it calls
 * the ears every two seconds, until the standby becomes a primary.
 */
export class Listener implements Ears {
  readonly #url: string
  readonly #log: Logger
  readonly #outage: Outage
  readonly #beat: typeof BEAT
  readonly #ears = new Map<Channel, Set<Ear>>()
  readonly #announcements = new Announcements()
  readonly #closing = new AbortController()
  #running: Promise<void> | null = null
  #hearing = false

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

  /** False while notifications are missed: somebody wants them, and the session that hears them is lost. */
  get hears(): boolean {
    return this.#running === null || this.#hearing
  }

  /** Adds an ear to a channel. @returns a function that removes it */
  on(channel: Channel, ear: Ear): () => void {
    const ears = this.#ears.get(channel) ?? new Set()
    this.#ears.set(channel, ears.add(ear))
    this.#begin()
    return () => void ears.delete(ear)
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
  async #listen(onHearing: () => void): Promise<void> {
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
      for (let hearing = false, over = false; !over; ) {
        const silent = await inTurn(look)
        onHearing()
        if (!hearing) this.#announcements.useSession(silent ? null : notify)
        if (!hearing) for (const channel of this.#ears.keys()) this.#tell(channel, null)
        hearing = !silent
        // On a standby the ears miss nothing either: they are called again and again.
        this.#hearing = true
        over = await endsWithin(silent ? LOOK_MS : this.#beat.checkMs, ended.promise)
      }
    } finally {
      this.#hearing = false
      this.#announcements.useSession(null)
      await client.end().catch(() => undefined)
    }
  }

  #tell(channel: Channel, payload: string | null): void {
    for (const ear of this.#ears.get(channel) ?? []) ear(payload)
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
export async function hear(
  ears: Ears,
  channel: Channel,
  payloads: string[],
  patienceMs: number,
): Promise<void> {
  const heard = Promise.withResolvers<void>()
  const off = ears.on(channel, (payload) => {
    if (payload === null || payloads.includes(payload)) heard.resolve()
  })
  const timer = setTimeout(heard.resolve, patienceMs)
  await heard.promise
  clearTimeout(timer)
  off()
}

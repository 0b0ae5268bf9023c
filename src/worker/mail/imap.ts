import { type FetchMessageObject, ImapFlow } from 'imapflow'
import type { Logger } from 'pino'
import { clientOptions, SILENCE_MS } from './client_options.ts'
import {
  asFault,
  detail,
  explain,
  ImapError,
  isRefusal,
  type MessagePlace,
  silent,
  undelivered,
} from './imap_error.ts'
import type { Handle, ImapCursor, ImapReading } from './imap_reading.ts'
import type { MailboxSettings } from './mailbox_settings.ts'
import { MESSAGE_LIMIT } from './reading_limits.ts'

/** What a session tells its owner. */
export interface ImapEvents {
  /** The server announced mail that no reading has covered yet. May come more often than needed. */
  onNews: () => void
  /** The connection is gone, whoever ended it. Called once, and never before `connect` resolved. */
  onClose: () => void
  log: Pick<Logger, 'debug' | 'warn'>
}

const FAREWELL_MS = 2_000

/**
 * One connection to one folder, kept open, in IDLE between readings.
 *
 * imapflow's own logger stays off, since it sees what is sent. Every command stands under the lock of the
 * folder: it keeps IDLE from starting between two of them, and keeps a slow handler from looking like a
 * dead server.
 */
export class ImapSession {
  readonly #settings: MailboxSettings
  readonly #events: ImapEvents
  readonly #silenceMs: number
  readonly #client: ImapFlow
  #fault: unknown = null
  #reading = false
  #arrivedSinceSearch = false
  #closing: Promise<void> | null = null

  private constructor(settings: MailboxSettings, events: ImapEvents, silenceMs: number) {
    this.#settings = settings
    this.#events = events
    this.#silenceMs = silenceMs
    this.#client = new ImapFlow(clientOptions(settings, silenceMs))
    this.#client.on('error', (error) => {
      this.#fault = error
      events.log.warn(
        { host: settings.host, reason: asFault(error).code ?? error.message },
        'imap connection failed',
      )
    })
  }

  /**
   * Connects, logs in and opens the folder. IDLE begins at once.
   *
   * @param silenceMs silence after which the server counts as gone.
   * @throws {ImapError} `credentials`, `unreachable`, `folder` or `protocol`; nothing stays open then.
   */
  static async connect(
    settings: MailboxSettings,
    events: ImapEvents,
    silenceMs = SILENCE_MS,
  ): Promise<ImapSession> {
    const session = new ImapSession(settings, events, silenceMs)
    const client = session.#client
    try {
      await client.connect()
      await session.#open()
    } catch (error) {
      client.close()
      throw explain(settings, session.#fault ?? error)
    }
    client.on('exists', ({ count, prevCount }) => session.#announce(count > prevCount))
    client.on('close', () => events.onClose())
    // Lost between the SELECT and here: nobody would ever be told.
    if (!client.usable) throw session.#failure(null)
    return session
  }

  /**
   * Hands over each message above the cursor, in order of UID, one at a time in memory, and marks it
   * only once `handle` has said `seen`. A cursor of another UIDVALIDITY counts as 0 (RFC 3501 §2.3.1.1).
   * A message gone meanwhile is passed over; a failure to mark is logged, since the reading stands.
   *
   * @throws {ImapError} when the server does not answer or refuses, `message` when that is about one message alone;
   *   whatever `handle` throws, as it is.
   */
  readNew(cursor: ImapCursor, handle: Handle): Promise<ImapReading> {
    return this.#locked(() => this.#readFrom(cursor, handle))
  }

  /**
   * Hands over the one message of a place once more, as `readNew`; above the cursor or not.
   *
   * @returns false when there is none, or the folder is another one by its UIDVALIDITY.
   */
  readAgain(place: MessagePlace, handle: Handle): Promise<boolean> {
    return this.#locked(async () => {
      return this.#uidValidity() === place.uidvalidity && (await this.#handOver(place, handle))
    })
  }

  async #locked<T>(work: () => Promise<T>): Promise<T> {
    const { mailbox } = this.#client
    // The access the folder was opened with: asking for another would mean a SELECT each time.
    const readOnly = mailbox ? mailbox.readOnly === true : false
    const lock = await this.#ask(this.#client.getMailboxLock(this.#settings.folder, { readOnly }))
    this.#reading = true
    try {
      // An old session sees the folder as it was; NOOP brings it up to date. It is also what ends the
      // IDLE, and imapflow waits for ever for a server that never acknowledged that: hence a time limit.
      await this.#ask(this.#bounded(this.#client.noop()))
      this.#arrivedSinceSearch = false
      return await work()
    } finally {
      this.#reading = false
      lock.release()
      if (this.#arrivedSinceSearch) this.#announce(true)
    }
  }

  /** Ends the connection: politely if the server answers within 2 s. May be called again. Never fails. */
  close(): Promise<void> {
    this.#closing ??= this.#leave()
    return this.#closing
  }

  async #open(): Promise<void> {
    const { folder } = this.#settings
    await this.#client.mailboxOpen(folder).catch((error: unknown) => {
      if (asFault(error).responseStatus === undefined) throw error
      throw new ImapError('folder', `Le dossier « ${folder} » ne s’ouvre pas${detail(error)}.`)
    })
  }

  async #readFrom(cursor: ImapCursor, handle: Handle): Promise<ImapReading> {
    const uidvalidity = this.#uidValidity()
    const known = cursor.uidvalidity !== null && BigInt(cursor.uidvalidity) === uidvalidity
    let lastUid = known ? cursor.uid : 0
    let read = 0
    for (const uid of await this.#uidsAbove(lastUid)) {
      if (await this.#handOver({ uid, uidvalidity }, handle)) read += 1
      else this.#events.log.warn({ uid }, 'imap message vanished before it was read')
      lastUid = uid
    }
    return { uidvalidity, lastUid, read }
  }

  async #handOver({ uid, uidvalidity }: MessagePlace, handle: Handle): Promise<boolean> {
    const found = await this.#fetch(uid, uidvalidity)
    if (!found?.source) return false
    const internalDate = found.internalDate instanceof Date ? found.internalDate : new Date()
    const verdict = await handle({ uid, uidvalidity, raw: found.source, size: found.size, internalDate })
    if (verdict === 'seen') await this.#mark(uid)
    return true
  }

  #uidValidity(): bigint {
    const { mailbox } = this.#client
    if (!mailbox) throw this.#failure(null)
    return mailbox.uidValidity
  }

  // All UIDs first: a command inside imapflow's fetch iteration would wait for itself.
  async #uidsAbove(uid: number): Promise<number[]> {
    const search = this.#client.search({ uid: `${uid + 1}:*` }, { uid: true })
    const uids = await this.#ask(search)
    // `n:*` always holds the last message, even below n.
    return uids.filter((each) => each > uid).sort((a, b) => a - b)
  }

  // By BODY.PEEK[], which sets no flag. Not `fetchOne`: it takes the first FETCH line it is sent, and that
  // may be news of another message's flags; the message would then look vanished, and be lost.
  async #fetch(uid: number, uidvalidity: bigint): Promise<FetchMessageObject | undefined> {
    // No more of it than tells that it is too large: others may be as large at the same time.
    const source = { start: 0, maxLength: MESSAGE_LIMIT + 1 }
    const query = { uid: true, size: true, source, internalDate: true }
    const fetching = this.#client.fetchAll(`${uid}`, query, { uid: true }).catch((error: unknown) => {
      throw isRefusal(error) ? undelivered(this.#settings, { uid, uidvalidity }, error) : error
    })
    const found = await this.#ask(fetching)
    return found.find((each) => each.uid === uid && each.source !== undefined)
  }

  async #mark(uid: number): Promise<void> {
    const { moveTo } = this.#settings
    const marking = moveTo
      ? this.#client.messageMove(`${uid}`, moveTo, { uid: true })
      : this.#client.messageFlagsAdd(`${uid}`, ['\\Seen'], { uid: true })
    await this.#ask<unknown>(marking).catch((error: unknown) => {
      this.#events.log.warn({ uid, moveTo, reason: String(error) }, 'imap message read but not marked')
    })
  }

  #announce(grown: boolean): void {
    if (!grown) return
    if (this.#reading) this.#arrivedSinceSearch = true
    else this.#events.onNews()
  }

  // The answer, or an ImapError. imapflow answers `false`, nothing, or even an empty list where the server
  // hung, refused or left: only an answer on a connection that still stands says anything.
  async #ask<T>(answer: Promise<T | false | undefined>): Promise<T> {
    const given = await answer.catch((error: unknown) => {
      throw this.#failure(error)
    })
    const stands = this.#client.usable && this.#client.mailbox
    if (!stands || given === false || given === undefined) throw this.#failure(null)
    return given
  }

  // Ends the connection when an answer takes longer than the timeout, which fails what waits for it.
  async #bounded(answer: Promise<void>): Promise<true> {
    const timer = setTimeout(() => this.#client.close(), this.#silenceMs)
    await answer.finally(() => clearTimeout(timer))
    return true
  }

  async #leave(): Promise<void> {
    const client = this.#client
    const timer = setTimeout(() => client.close(), FAREWELL_MS)
    await client.logout().catch(() => undefined)
    clearTimeout(timer)
    client.close()
  }

  #failure(error: unknown): ImapError {
    const fault = this.#fault ?? error
    if (fault !== null || this.#client.usable) return explain(this.#settings, fault)
    return silent(this.#settings)
  }
}

import { ImapFlow } from 'imapflow'
import type { Logger } from 'pino'
import { clientOptions, SILENCE_MS } from './client_options.ts'
import type { Fetched } from './fetch_message.ts'
import { ImapAnswers } from './imap_answers.ts'
import type { ImapCursor, ImapMessage, ImapReading } from './imap_cursor.ts'
import { asFault, detail, explain, ImapError, type MessagePlace } from './imap_error.ts'
import { ImapFolder } from './imap_folder.ts'
import type { MailboxSettings } from './mailbox_settings.ts'
import type { ImapMarks } from './mark_messages.ts'
import { checkAddress, type Reach } from './private_hosts.ts'

/** What a session tells its owner. */
export interface ImapEvents {
  /** The server announced mail that no reading has covered yet. May come more often than needed. */
  onNews: () => void
  /** The connection is gone, whoever ended it; why, if it was not this side. Called once, and never before `connect` resolved. */
  onClose: (why: ImapError) => void
  log: Pick<Logger, 'debug' | 'warn'>
}

/** What a session keeps to. */
export interface ImapLimits {
  /** What addresses the server may have. */
  reach: Reach
  /** Ends the connection, whatever it is doing. */
  signal?: AbortSignal
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
  readonly #client: ImapFlow
  readonly #answers: ImapAnswers
  readonly #folder: ImapFolder
  #reading = false
  #arrivedSinceSearch = false
  // As the folder was when it was opened; null once it has been asked for.
  #uidNext: number | null = null
  #closing: Promise<void> | null = null

  private constructor(settings: MailboxSettings, events: ImapEvents, silenceMs: number, limits: ImapLimits) {
    this.#settings = settings
    this.#events = events
    this.#client = new ImapFlow(clientOptions(settings, silenceMs, limits.reach))
    const abort = () => this.#client.close()
    if (limits.signal?.aborted) abort()
    limits.signal?.addEventListener('abort', abort)
    this.#answers = new ImapAnswers(settings, this.#client, silenceMs)
    this.#folder = new ImapFolder(settings, this.#client, this.#answers, events.log)
    this.#client.on('close', () => limits.signal?.removeEventListener('abort', abort))
    this.#client.on('error', (error) => {
      this.#answers.fault = error
      // Whoever waits for an answer, or the loss of the connection, tells it; this is the detail.
      events.log.debug(
        { host: settings.host, reason: asFault(error).code ?? error.message },
        'imap connection failed',
      )
    })
  }

  /**
   * Connects, logs in and opens the folder. IDLE begins at once.
   *
   * @param silenceMs silence after which the server counts as gone.
   * @throws {ImapError} `credentials`, `address`, `unreachable`, `folder` or `protocol`; nothing stays open then.
   */
  static async connect(
    settings: MailboxSettings,
    events: ImapEvents,
    silenceMs = SILENCE_MS,
    limits: ImapLimits = { reach: 'any' },
  ): Promise<ImapSession> {
    checkAddress(settings, limits.reach)
    const session = new ImapSession(settings, events, silenceMs, limits)
    const client = session.#client
    try {
      await session.#answers.bounded(client.connect().then(() => session.#open()))
    } catch (error) {
      client.close()
      throw explain(settings, session.#answers.fault ?? error)
    }
    client.on('exists', ({ count, prevCount }) => session.#announce(count > prevCount))
    client.on('close', () => events.onClose(session.#answers.failure(null)))
    // Lost between the SELECT and here: nobody would ever be told.
    if (!client.usable) throw session.#answers.failure(null)
    return session
  }

  /**
   * Hands over each message above the cursor, in order of UID, one at a time in memory, and marks it only once `handle` has
   * said `seen`, together with others; a server that refuses to does not end the reading, but `onMarked` hears of it. A cursor
   * of another UIDVALIDITY counts as 0 (RFC 3501 §2.3.1.1). A message gone meanwhile is passed over.
   *
   * @throws {ImapError} when the server does not answer or refuses, `message` when that is about one message alone;
   *   whatever `handle` and `onMarked` throw, as it is.
   */
  async readNew(
    cursor: ImapCursor,
    handle: (message: ImapMessage) => Promise<'seen' | 'untouched'>,
    onMarked: (marks: ImapMarks) => Promise<void> = () => Promise.resolve(),
  ): Promise<ImapReading> {
    this.#reading = true
    try {
      return await this.#locked(async () => {
        // An old session sees the folder as it was; NOOP brings it up to date. It is also what ends the
        // IDLE, and imapflow waits for ever for a server that never acknowledged that, but for the time limit.
        await this.#answers.ask(this.#client.noop().then(() => true as const))
        this.#arrivedSinceSearch = false
        return await this.#folder.readFrom(cursor, handle, onMarked)
      })
    } finally {
      this.#reading = false
      if (this.#arrivedSinceSearch) this.#announce(true)
    }
  }

  /**
   * Whether the folder, when it was opened, had not come to this UID under this UIDVALIDITY: it was restored from a copy, say,
   * and gives UIDs a second time. Says so once.
   */
  isBehind({ uidvalidity, uid }: Pick<ImapCursor, 'uidvalidity' | 'uid'>): boolean {
    const next = this.#uidNext ?? Number.POSITIVE_INFINITY
    this.#uidNext = null
    return uidvalidity !== null && BigInt(uidvalidity) === this.#folder.opened?.uidValidity && uid >= next
  }

  /**
   * One message, read before or not; right after `readNew`. Sets no flag.
   *
   * @returns null when there is none any more, or the folder is another one by its UIDVALIDITY.
   * @throws {ImapError} as `readNew`.
   */
  async readAgain(place: MessagePlace): Promise<Fetched | null> {
    if (this.#folder.opened?.uidValidity !== place.uidvalidity) return null
    return await this.#locked(() => this.#folder.fetch(place))
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
      throw new ImapError(
        'folder',
        `Le dossier « ${folder} » ne s’ouvre pas${detail(this.#settings, error)}.`,
      )
    })
    this.#uidNext = this.#folder.opened?.uidNext || null
  }

  async #locked<T>(work: () => Promise<T>): Promise<T> {
    // The access the folder was opened with: asking for another would mean a SELECT each time.
    const readOnly = this.#folder.opened?.readOnly === true
    const lock = await this.#answers.ask(this.#client.getMailboxLock(this.#settings.folder, { readOnly }))
    try {
      return await work()
    } finally {
      lock.release()
    }
  }

  #announce(grown: boolean): void {
    if (!grown) return
    if (this.#reading) this.#arrivedSinceSearch = true
    else this.#events.onNews()
  }

  async #leave(): Promise<void> {
    const client = this.#client
    const timer = setTimeout(() => client.close(), FAREWELL_MS)
    await client.logout().catch(() => undefined)
    clearTimeout(timer)
    client.close()
  }
}

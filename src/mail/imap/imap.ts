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

/** The events of a session. */
interface ImapEvents {
  /** The server announced mail that no reading has covered yet. May be called more often than needed. */
  onNews: () => void
  /**
   * The connection is closed; `why` is the reason if this side did not close it. Called once, and never
   * before `connect` resolved.
   */
  onClose: (why: ImapError) => void
  log: Pick<Logger, 'debug' | 'warn'>
}

/** The limits of a session. */
interface ImapLimits {
  /** Addresses that the server may have. */
  reach: Reach
  /** Ends the connection at any time. */
  signal?: AbortSignal
}

const FAREWELL_MS = 2_000

/**
 * One connection to one folder, kept open, in IDLE between readings.
 *
 * imapflow's own logger stays off, because it would log what is sent. Every command runs under the lock of
 * the folder. The lock keeps IDLE from starting between two commands, and keeps a slow handler from looking
 * like a dead server.
 */
export class ImapSession {
  readonly #settings: MailboxSettings
  readonly #events: ImapEvents
  readonly #client: ImapFlow
  readonly #answers: ImapAnswers
  readonly #folder: ImapFolder
  #reading = false
  #arrivedSinceSearch = false
  // The folder's next UID when it was opened; null once it has been read.
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
      // The caller that waits for an answer, or the closed connection, reports the error. This line holds the
      // details.
      events.log.debug(
        { host: settings.host, reason: asFault(error).code ?? error.message },
        'imap connection failed',
      )
    })
  }

  /**
   * Connects, logs in and opens the folder. IDLE begins at once.
   *
   * @param silenceMs silence after which the server counts as lost.
   * @throws {ImapError} `credentials`, `address`, `unreachable`, `folder` or `protocol`; then nothing stays
   *   open.
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
    // The connection was lost between SELECT and here; no event would ever report it.
    if (!client.usable) throw session.#answers.failure(null)
    return session
  }

  /**
   * Calls `handle` with each message above the cursor, in order of UID, with one message at a time in memory.
   * Messages are marked, several at once, only after `handle` has answered `seen`. If the server refuses to
   * mark them, `onMarked` is called and the reading goes on. A cursor of another UIDVALIDITY counts as 0 (RFC
   * 3501 §2.3.1.1). Messages that are gone meanwhile are passed over.
   *
   * @throws {ImapError} when the server does not answer or refuses; `message` when that concerns one message
   *   only. Errors of `handle` and `onMarked` are thrown as they are.
   */
  async readNew(
    cursor: ImapCursor,
    handle: (message: ImapMessage) => Promise<'seen' | 'untouched'>,
    onMarked: (marks: ImapMarks) => Promise<void> = () => Promise.resolve(),
  ): Promise<ImapReading> {
    this.#reading = true
    try {
      return await this.#locked(async () => {
        // NOOP brings an old session up to date. It also ends IDLE, and imapflow would wait forever for a
        // server that never acknowledges that; the time limit ends this wait.
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
   * Whether the folder's UIDs were below this UID, under the same UIDVALIDITY, when it was opened. Then it
   * was restored from a copy, for example, and uses UIDs a second time. Answers true once.
   */
  isBehind({ uidvalidity, uid }: Pick<ImapCursor, 'uidvalidity' | 'uid'>): boolean {
    const next = this.#uidNext ?? Number.POSITIVE_INFINITY
    this.#uidNext = null
    return uidvalidity !== null && BigInt(uidvalidity) === this.#folder.opened?.uidValidity && uid >= next
  }

  /**
   * Fetches one message, read before or not. Call it right after `readNew`. Sets no flag.
   *
   * @returns null when the message is gone, or the folder is another one by its UIDVALIDITY.
   * @throws {ImapError} as `readNew`.
   */
  async readAgain(place: MessagePlace): Promise<Fetched | null> {
    if (this.#folder.opened?.uidValidity !== place.uidvalidity) return null
    return await this.#locked(() => this.#folder.fetch(place))
  }

  /** Returns the number of messages in the folder and the capabilities of the server (RFC 3501 §6.1.1). */
  describe(): { messages: number; capabilities: string[] } {
    const opened = this.#folder.opened
    return { messages: opened?.exists ?? 0, capabilities: [...this.#client.capabilities.keys()] }
  }

  /** Closes the connection, politely if the server answers within 2 s. May be called again. Never fails. */
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
    // The same access as the folder was opened with; another would cost a SELECT each time.
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

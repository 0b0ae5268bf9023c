import type { ImapFlow, MailboxObject } from 'imapflow'
import type { Logger } from 'pino'
import { type Fetched, fetchMessage } from './fetch_message.ts'
import type { ImapAnswers } from './imap_answers.ts'
import type { ImapCursor, ImapMessage, ImapReading } from './imap_cursor.ts'
import { ImapError, type MessagePlace, undelivered } from './imap_error.ts'
import type { MailboxSettings } from './mailbox_settings.ts'
import { type ImapMarks, MARKED_AT_ONCE, markAll } from './mark_messages.ts'

// Silences that a message may take.
const MESSAGE = 10

/** The folder that a connection has open. Callers hold its lock (see ImapSession). */
export class ImapFolder {
  readonly #settings: MailboxSettings
  readonly #client: ImapFlow
  readonly #answers: ImapAnswers
  readonly #log: Pick<Logger, 'warn'>

  constructor(settings: MailboxSettings, client: ImapFlow, answers: ImapAnswers, log: Pick<Logger, 'warn'>) {
    this.#settings = settings
    this.#client = client
    this.#answers = answers
    this.#log = log
  }

  /** imapflow's folder; undefined when none is open. */
  get opened(): MailboxObject | undefined {
    return this.#client.mailbox || undefined
  }

  /**
   * Passes each message above the cursor to the handler and marks it (see ImapSession.readNew).
   * @throws {ImapError} with the message's place when fetching it fails.
   */
  async readFrom(
    cursor: ImapCursor,
    handle: (message: ImapMessage) => Promise<'seen' | 'untouched'>,
    onMarked: (marks: ImapMarks) => Promise<void>,
  ): Promise<ImapReading> {
    const uidvalidity = this.opened?.uidValidity
    if (uidvalidity === undefined) throw this.#answers.failure(null)
    const known = cursor.uidvalidity !== null && BigInt(cursor.uidvalidity) === uidvalidity
    let lastUid = known ? cursor.uid : 0
    let read = 0
    const unmarked = known ? [...(cursor.unmarked ?? [])] : []
    const mark = () =>
      markAll(this.#client, this.#settings, this.#answers, { uidvalidity, uids: unmarked }, onMarked)
    await mark()
    const uids = await this.#uidsAbove(lastUid)
    const withheld = uids.filter((uid) =>
      cursor.withheld?.some((place) => place.uid === uid && place.uidvalidity === uidvalidity),
    )
    let passedOver: number[] = []
    for (const uid of uids) {
      // Only another delivered message shows that the fault is not the server's.
      if (withheld.length < uids.length && withheld.includes(uid)) {
        passedOver.push(uid)
        continue
      }
      const place = { uid, uidvalidity }
      const found = await this.fetch(place)
      if (found) {
        const verdict = await handle({ ...place, passedOver, ...found })
        passedOver = []
        if (verdict === 'seen') unmarked.push(uid)
        if (unmarked.length === MARKED_AT_ONCE) await mark()
        read += 1
      } else {
        // The server lists the message but sent nothing of it: it must not be lost.
        if (await this.#isThere(uid)) throw undelivered(this.#settings, place, null)
        this.#log.warn({ uid }, 'imap message vanished before it was read')
      }
      lastUid = uid
    }
    await mark()
    return { uidvalidity, lastUid, read }
  }

  // Lists all UIDs first: a command inside imapflow's fetch iteration would wait for itself.
  async #uidsAbove(uid: number): Promise<number[]> {
    const search = this.#client.search({ uid: `${uid + 1}:*` }, { uid: true })
    const uids = await this.#answers.ask(search)
    // `n:*` always contains the last message, even below n.
    return uids.filter((each) => each > uid).sort((a, b) => a - b)
  }

  async #isThere(uid: number): Promise<boolean> {
    await this.#answers.ask(this.#client.noop().then(() => true as const))
    const uids = await this.#answers.ask(this.#client.search({ uid: `${uid}` }, { uid: true }))
    return uids.includes(uid)
  }

  /** Fetches one message; null when it is gone. @throws {ImapError} with its place. */
  async fetch(place: MessagePlace): Promise<Fetched | null> {
    const fetching = fetchMessage(this.#client, this.#settings, place)
    return await this.#answers.ask(fetching, MESSAGE).catch((error: unknown) => {
      throw error instanceof ImapError ? new ImapError(error.reason, error.message, place) : error
    })
  }
}

import type { ImapError, MessagePlace } from '../../mail/imap/imap_error.ts'

// Unlike a refusal, a failed connection may have nothing to do with the message being fetched.
const TRIES = 3
// For a message after which nothing came: the fault may be the server's.
const LONGER = 30

interface Held {
  since: number
  tries: number
  why: ImapError
}

/** The messages of one mailbox that its server withholds. */
export class Withheld {
  readonly #patienceMs: number
  #uidvalidity: bigint | null = null
  readonly #messages = new Map<number, Held>()

  /** @param patienceMs how long a server may withhold a message before the next ones are read. */
  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs
  }

  /**
   * Counts that a message was withheld once more.
   * @param why its reason is `message` if the server refused just this message.
   * @returns whether this has lasted so long that the message is given up, even if no other message shows
   *   that the server works.
   */
  note({ uid, uidvalidity }: MessagePlace, why: ImapError): boolean {
    if (this.#uidvalidity !== uidvalidity) this.forget()
    this.#uidvalidity = uidvalidity
    const { since, tries } = this.#messages.get(uid) ?? { since: Date.now(), tries: 0 }
    this.#messages.set(uid, { since, tries: tries + 1, why })
    return this.#isLong(uid, LONGER)
  }

  /** The messages that other messages need not wait for any longer. */
  get long(): MessagePlace[] {
    const uidvalidity = this.#uidvalidity
    if (uidvalidity === null) return []
    const uids = [...this.#messages.keys()].filter((uid) => this.#isLong(uid, 1))
    return uids.map((uid) => ({ uid, uidvalidity }))
  }

  /** The last error of a message. */
  why(uid: number): ImapError | undefined {
    return this.#messages.get(uid)?.why
  }

  /** Forgets all messages: the mailbox was read to its end. */
  forget(): void {
    this.#messages.clear()
  }

  #isLong(uid: number, times: number): boolean {
    const held = this.#messages.get(uid)
    if (held === undefined || Date.now() - held.since < times * this.#patienceMs) return false
    return held.tries >= TRIES || held.why.reason === 'message'
  }
}

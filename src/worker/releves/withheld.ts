import type { ImapError, MessagePlace } from '../../mail/imap/imap_error.ts'

// Failures of the connection, unlike a refusal, may well have nothing to do with the message being fetched.
const TRIES = 3
// For a message after which nothing came: the server itself may be what ails.
const LONGER = 30

interface Held {
  since: number
  tries: number
  why: ImapError
}

/** The messages of one mailbox that its server does not hand over. */
export class Withheld {
  readonly #patienceMs: number
  #uidvalidity: bigint | null = null
  readonly #messages = new Map<number, Held>()

  /** @param patienceMs how long a server may withhold a message before the next ones are read. */
  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs
  }

  /**
   * Notes that a message was not handed over once more.
   * @param why when it was the server's refusal of just this message, its reason is `message`.
   * @returns whether that has lasted so long that it is to be given up, even if no other message shows that the server is well.
   */
  note({ uid, uidvalidity }: MessagePlace, why: ImapError): boolean {
    if (this.#uidvalidity !== uidvalidity) this.forget()
    this.#uidvalidity = uidvalidity
    const { since, tries } = this.#messages.get(uid) ?? { since: Date.now(), tries: 0 }
    this.#messages.set(uid, { since, tries: tries + 1, why })
    return this.#isLong(uid, LONGER)
  }

  /** The messages that the next ones are no longer to wait for. */
  get long(): MessagePlace[] {
    const uidvalidity = this.#uidvalidity
    if (uidvalidity === null) return []
    const uids = [...this.#messages.keys()].filter((uid) => this.#isLong(uid, 1))
    return uids.map((uid) => ({ uid, uidvalidity }))
  }

  /** What went wrong with a message the last time. */
  why(uid: number): ImapError | undefined {
    return this.#messages.get(uid)?.why
  }

  /** Starts afresh: the mailbox was read to its end. */
  forget(): void {
    this.#messages.clear()
  }

  #isLong(uid: number, times: number): boolean {
    const held = this.#messages.get(uid)
    if (held === undefined || Date.now() - held.since < times * this.#patienceMs) return false
    return held.tries >= TRIES || held.why.reason === 'message'
  }
}

/** Sends payloads to a channel of the database. */
export type Notify = (channel: string, payloads: string[]) => Promise<void>

// A transaction that notifies holds a lock until its commit is on disk, and all others that notify wait for it. This
// one writes nothing, so it does not wait for the disk; and there are few of them, however many people answer.
const TOGETHER_MS = 50

/**
 * Announcements of a server to all servers after a write. Equal ones of a moment are sent once. Those that cannot be
 * sent wait for the next session.
 */
export class Announcements {
  readonly #waiting = new Map<string, Set<string>>()
  #notify: Notify | null = null
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> = Promise.resolve()

  add(channel: string, payload: string): void {
    this.#waiting.set(channel, (this.#waiting.get(channel) ?? new Set()).add(payload))
    this.#timer ??= setTimeout(() => this.#send(), TOGETHER_MS)
  }

  /** Sends by this session from now on; null: there is none. */
  useSession(notify: Notify | null): void {
    this.#notify = notify
    this.#send()
  }

  /** Sends what waits, if there is a session. */
  async end(): Promise<void> {
    this.#send()
    await this.#sending
  }

  #send(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const notify = this.#notify
    if (notify === null) return
    for (const [channel, payloads] of this.#waiting) {
      this.#waiting.delete(channel)
      this.#sending = notify(channel, [...payloads]).catch(() => {
        // The session broke. The next one sends it.
        for (const each of payloads) this.add(channel, each)
      })
    }
  }
}

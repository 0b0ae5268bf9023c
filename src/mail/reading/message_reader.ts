import { availableParallelism } from 'node:os'
import { failed, type ParsedMessage } from './parsed_message.ts'
import { LIMITS, MESSAGE_LIMIT, TOO_LARGE } from './reading_limits.ts'
import { ReadingProcess } from './reading_process.ts'
import { Turns } from './turns.ts'

// Processes kept ready for ever. Further ones, which a storm needed, are ended when they were not needed for this
// long: starting a process takes ten times as long as reading a report.
const KEPT_READY = 2
const SURPLUS_MS = 60_000
// Messages read at the same time, each in its own process. With fifty mailboxes, fifty processes would all be
// late; and hostile messages must not occupy all processes.
const AT_ONCE = Math.max(4, 2 * availableParallelism())

/** Reads messages. MessageReader does so in processes; tests may pass another reader to a worker. */
export interface Reader {
  /**
   * Reads a message (see parseMessage). The worst result is `failed`.
   * @param raw RFC 822
   * @param whose SIS of the mailbox. A SIS with many slow messages must not delay those of others.
   * @throws when no process can be started, which says nothing about the message.
   */
  read(raw: Buffer, whose?: string): Promise<ParsedMessage>
  /** Ends the processes kept ready. */
  close(): Promise<void>
}

/**
 * Reads messages outside the worker. A PDF made to loop, or to unfold into gigabytes, becomes a failed
 * message while others are still read. Each message is read in a thread with limits of time and memory, and
 * each thread in a process, because a thread's limit does not hold in every case: some calls (JSON.parse for
 * one) then end the whole process.
 */
export class MessageReader implements Reader {
  readonly #limits: typeof LIMITS
  readonly #ready: ReadingProcess[] = []
  readonly #turns = new Turns(AT_ONCE)
  #surplus: NodeJS.Timeout | undefined
  /** The fewest processes that were ready since the last look at the surplus. */
  #unused = 0

  constructor(limits = LIMITS) {
    this.#limits = limits
    this.#ready.push(new ReadingProcess(limits))
  }

  async read(raw: Buffer, whose = ''): Promise<ParsedMessage> {
    if (raw.length > MESSAGE_LIMIT) return failed(TOO_LARGE)
    // Reads the message once more if the process was killed, by a kernel short of memory for example: the
    // message may not be the cause.
    const outcome = await this.#turns.take(
      whose,
      async () => (await this.#readOnce(raw)) ?? (await this.#readOnce(raw)),
    )
    return outcome ?? failed('La lecture du message a été interrompue.')
  }

  async close(): Promise<void> {
    clearTimeout(this.#surplus)
    await Promise.all(this.#ready.splice(0).map((each) => each.end()))
  }

  async #readOnce(raw: Buffer): Promise<ParsedMessage | null> {
    const reading = this.#takeReady() ?? new ReadingProcess(this.#limits)
    try {
      const { outcome, spent } = await reading.read(raw)
      if (spent) await reading.end()
      return outcome
    } finally {
      if (reading.alive || this.#ready.length < KEPT_READY)
        this.#ready.push(reading.alive ? reading : new ReadingProcess(this.#limits))
      if (this.#ready.length > KEPT_READY) this.#watchSurplus()
    }
  }

  #watchSurplus(): void {
    if (this.#surplus !== undefined) return
    this.#unused = this.#ready.length
    this.#surplus = setTimeout(() => {
      this.#surplus = undefined
      // Processes are taken from the end, so those at the beginning were unused for longest.
      const surplus = this.#ready.splice(
        0,
        Math.max(0, Math.min(this.#unused, this.#ready.length - KEPT_READY)),
      )
      for (const each of surplus) void each.end()
      if (this.#ready.length > KEPT_READY) this.#watchSurplus()
    }, SURPLUS_MS).unref()
  }

  #takeReady(): ReadingProcess | undefined {
    let next = this.#ready.pop()
    while (next && !next.alive) next = this.#ready.pop()
    this.#unused = Math.min(this.#unused, this.#ready.length)
    return next
  }
}

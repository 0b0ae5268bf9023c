import { availableParallelism } from 'node:os'
import { failed, type ParsedMessage } from './parsed_message.ts'
import { LIMITS, MESSAGE_LIMIT, TOO_LARGE } from './reading_limits.ts'
import { ReadingProcess } from './reading_process.ts'
import { Turns } from './turns.ts'

// Processes that were not needed for this long are ended: five minutes for the first ones, a minute for further ones,
// which a storm needed. Starting a process takes ten times as long as reading a report.
const KEPT_READY = 2
const IDLE_MS = { ready: 300_000, surplus: 60_000 }
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
  /** Ends the processes that are ready. */
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
  readonly #idleMs: typeof IDLE_MS
  readonly #ready: { process: ReadingProcess; ending: NodeJS.Timeout }[] = []
  readonly #turns = new Turns(AT_ONCE)

  constructor(limits = LIMITS, idleMs = IDLE_MS) {
    this.#limits = limits
    this.#idleMs = idleMs
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
    await Promise.all(
      this.#ready.splice(0).map(({ process, ending }) => {
        clearTimeout(ending)
        return process.end()
      }),
    )
  }

  async #readOnce(raw: Buffer): Promise<ParsedMessage | null> {
    const reading = this.#takeReady() ?? new ReadingProcess(this.#limits)
    try {
      const { outcome, spent } = await reading.read(raw)
      if (spent) await reading.end()
      return outcome
    } finally {
      if (reading.alive) this.#keep(reading)
      else if (this.#ready.length < KEPT_READY) this.#keep(new ReadingProcess(this.#limits))
    }
  }

  // The process kept last is taken first, so the first ones are those that are not needed.
  #keep(process: ReadingProcess): void {
    const kept = {
      process,
      ending: setTimeout(
        () => {
          this.#ready.splice(this.#ready.indexOf(kept), 1)
          void process.end()
        },
        this.#ready.length < KEPT_READY ? this.#idleMs.ready : this.#idleMs.surplus,
      ).unref(),
    }
    this.#ready.push(kept)
  }

  #takeReady(): ReadingProcess | undefined {
    for (let next = this.#ready.pop(); next; next = this.#ready.pop()) {
      clearTimeout(next.ending)
      if (next.process.alive) return next.process
    }
  }
}

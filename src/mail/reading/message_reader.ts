import { availableParallelism } from 'node:os'
import { failed, type ParsedMessage } from './parsed_message.ts'
import { LIMITS, MESSAGE_LIMIT, TOO_LARGE } from './reading_limits.ts'
import { ReadingProcess } from './reading_process.ts'
import { Turns } from './turns.ts'

// Processes that stand ready at most.
const MOST_READY = 2
// How many messages are read at once, each by a process of its own: where fifty mailboxes have mail at the same time, fifty
// processes would each be late; and those that a hostile message keeps busy must leave some to the others.
const AT_ONCE = Math.max(4, 2 * availableParallelism())

/** What reads messages: by processes (MessageReader), or as somebody wants who gives a worker another. */
export interface Reader {
  /**
   * What a message means (see parseMessage). It can do no more than be `failed`.
   * @param raw RFC 822
   * @param whose SIS whose mailbox it came by: one that has many slow messages must not keep those of others waiting.
   * @throws when no process can be started to read it, which says nothing of the message.
   */
  read(raw: Buffer, whose?: string): Promise<ParsedMessage>
  /** Ends what stands ready. */
  close(): Promise<void>
}

/**
 * Reads messages apart from the worker: a PDF made to loop, or to unfold into gigabytes, becomes a failed message, while
 * others go on being read. In threads with a limit of time and memory, and these in processes: a limit of memory holds a
 * thread only mostly, and some calls (JSON.parse for one) then end the process with it.
 */
export class MessageReader implements Reader {
  readonly #limits: typeof LIMITS
  readonly #ready: ReadingProcess[] = []
  readonly #turns = new Turns(AT_ONCE)

  constructor(limits = LIMITS) {
    this.#limits = limits
    this.#ready.push(new ReadingProcess(limits))
  }

  async read(raw: Buffer, whose = ''): Promise<ParsedMessage> {
    if (raw.length > MESSAGE_LIMIT) return failed(TOO_LARGE)
    // Once more when the process was killed, by a kernel that is short of memory say: perhaps not for this message's sake.
    const outcome = await this.#turns.take(
      whose,
      async () => (await this.#readOnce(raw)) ?? (await this.#readOnce(raw)),
    )
    return outcome ?? failed('La lecture du message a été interrompue.')
  }

  async close(): Promise<void> {
    await Promise.all(this.#ready.splice(0).map((each) => each.end()))
  }

  async #readOnce(raw: Buffer): Promise<ParsedMessage | null> {
    const reading = this.#takeReady() ?? new ReadingProcess(this.#limits)
    try {
      const { outcome, spent } = await reading.read(raw)
      if (spent) await reading.end()
      return outcome
    } finally {
      const next = reading.alive ? reading : new ReadingProcess(this.#limits)
      if (this.#ready.length < MOST_READY) this.#ready.push(next)
      else await next.end()
    }
  }

  #takeReady(): ReadingProcess | undefined {
    let next = this.#ready.pop()
    while (next && !next.alive) next = this.#ready.pop()
    return next
  }
}

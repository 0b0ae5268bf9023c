import { type ResourceLimits, Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { DatabaseLost, lossOf } from '../../db/connection_errors.ts'
import { blame, type Outage, outageAt } from '../../db/outage.ts'
import type { Standby } from '../../db/standby.ts'
import { Backlog } from '../../process/backlog.ts'
import { compileCache } from '../../process/threads.ts'
import { refusals } from '../refusals/errors.ts'
import type { Question } from './answer.ts'
import { deserializeError } from './serialize_error.ts'
import type { BytesAnswer, Reply, Request, ThreadSettings } from './thread_messages.ts'

// The old generation holds the schema, the plans that are kept, and the rows of the largest answers. The new
// generation would take 48 MB by default, for little: most requests allocate less than 1 MB.
const heapMegabytes = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 12 }
// Added to the time of the database: making the schema, planning, and waiting for a connection.
const GRACE_SECONDS = 20
// The thread takes a hundred megabytes.
const IDLE_MS = 300_000

interface EngineOptions {
  standby?: Standby | undefined
  heap?: ResourceLimits
  /** How long the thread stays without work. */
  idleMs?: number
}

interface Waiting {
  resolve(answer: BytesAnswer): void
  reject(error: Error): void
}

/**
 * Answers GraphQL in a thread of its own: making the schema and planning a large query take a second of processor
 * time, and alarms must not wait for that. The first query starts the thread, and it ends five minutes after the last
 * one; if it has ended, the next query starts another.
 */
export class GraphqlEngine {
  readonly #settings: ThreadSettings
  readonly #log: Logger
  readonly #outage: Outage
  readonly #heapMegabytes: ResourceLimits
  readonly #standby: Standby | undefined
  readonly #idleMs: number
  /** Requests that wait until the thread takes them up. */
  readonly backlog: Backlog
  readonly #waiting = new Map<number, Waiting>()
  #thread: Worker | undefined
  #ending: NodeJS.Timeout | undefined
  /** Whether the thread has its schema: until then it makes requests wait for a second or two. */
  #isMade = false
  #lastId = 0
  #starts = 0

  constructor(
    settings: ThreadSettings,
    log: Logger,
    { standby, heap = heapMegabytes, idleMs = IDLE_MS }: EngineOptions = {},
  ) {
    this.#settings = settings
    this.#log = log
    this.#outage = outageAt(settings.url, log)
    this.#heapMegabytes = heap
    this.#standby = standby
    this.#idleMs = idleMs
    this.backlog = new Backlog(settings.poolSize)
  }

  /**
   * Answers a query, from the standby if it is up to date.
   * @param cell the address of another cell, to ask that one
   * @throws errors of answer(); 503 when the thread ends or takes too long
   */
  ask(question: Question, cell?: string): Promise<BytesAnswer> {
    if (cell !== undefined) return this.#ask(question, { cell })
    const fromPrimary = () => this.#ask(question, 'primary')
    return this.#standby?.read(() => this.#ask(question, 'standby'), fromPrimary) ?? fromPrimary()
  }

  #ask(question: Question, from: Request['from']): Promise<BytesAnswer> {
    // A new thread would take a second of processor time to find that there is no database.
    const outage = typeof from === 'object' ? outageAt(from.cell, this.#log) : this.#outage
    if (this.#thread === undefined && from !== 'standby' && outage.isLost)
      return Promise.reject(blamed(new DatabaseLost(), outage))
    clearTimeout(this.#ending)
    this.#thread ??= this.#start(from)
    const thread = this.#thread
    const id = ++this.#lastId
    const { promise, resolve, reject } = Promise.withResolvers<BytesAnswer>()
    this.#waiting.set(id, { resolve, reject: (error) => reject(blamed(error, outage)) })
    const counted = this.#isMade
    if (counted) this.backlog.enter()
    thread.postMessage({ id, question, from } satisfies Request)
    // A request has this time, and its last statement the same time again.
    const timer = setTimeout(() => this.#giveUp(thread), (2 * this.#settings.seconds + GRACE_SECONDS) * 1_000)
    return promise.finally(() => {
      clearTimeout(timer)
      this.#waiting.delete(id)
      if (counted) this.backlog.leave()
      if (this.#waiting.size === 0) this.#endIfIdle(thread)
    })
  }

  /** The number of requests without an answer, how many of them it handles at once, and starts of the thread. */
  get load(): { open: number; atOnce: number; starts: number } {
    return { open: this.#waiting.size, atOnce: this.#settings.poolSize, starts: this.#starts }
  }

  /** The heap of the thread in bytes: used, and the most it may use. */
  async memory(): Promise<{ used: number; limit: number }> {
    const { maxOldGenerationSizeMb = 0, maxYoungGenerationSizeMb = 0 } = this.#heapMegabytes
    const limit = (maxOldGenerationSizeMb + maxYoungGenerationSizeMb) * 2 ** 20
    // A thread that ends just now has no memory either.
    const heap = await this.#thread?.getHeapStatistics().catch(() => undefined)
    return { used: heap?.used_heap_size ?? 0, limit }
  }

  /** Ends the thread. Waiting requests get 503. */
  async close(): Promise<void> {
    clearTimeout(this.#ending)
    await this.#thread?.terminate()
  }

  #start(from: Request['from']): Worker {
    this.#starts += 1
    const thread = new Worker(new URL('./engine_thread.ts', import.meta.url), {
      workerData: {
        ...this.#settings,
        ...(typeof from === 'object' && this.#outage.isLost && { cellUrl: from.cell }),
      },
      resourceLimits: this.#heapMegabytes,
      env: { GRAPHILE_ENV: 'production', ...compileCache() },
    })
    // The thread must not keep the program from ending.
    thread.unref()
    thread.on('message', (reply: Reply) => {
      // One that was ended may still say something.
      if (this.#thread === thread) this.#receive(reply)
    })
    let failure: Error | undefined
    thread.on('error', (error: Error) => {
      failure = error
      // Out of memory, or a bug. An unreachable database is reported by the requests themselves.
      if (lossOf(error) === null) this.#log.error({ err: error }, 'the GraphQL thread failed')
    })
    thread.on('exit', () => {
      // A thread that ended for want of work has no requests, but the next one may.
      if (this.#thread !== thread) return
      this.#thread = undefined
      this.#isMade = false
      const why = lossOf(failure) === null || failure === undefined ? refusals.busy() : failure
      for (const { reject } of this.#waiting.values()) reject(why)
    })
    return thread
  }

  #receive(reply: Reply): void {
    this.#isMade = true
    if (reply.kind === 'connection') this.#outage.loseConnection(new Error(reply.reason))
    else if (reply.kind === 'slow') this.#log.warn(reply.details, 'slow statement')
    else if (reply.kind === 'answer') this.#waiting.get(reply.id)?.resolve(reply.answer)
    else this.#waiting.get(reply.id)?.reject(deserializeError(reply.error))
  }

  #endIfIdle(thread: Worker): void {
    clearTimeout(this.#ending)
    this.#ending = setTimeout(() => {
      if (this.#thread !== thread) return
      this.#thread = undefined
      this.#isMade = false
      void thread.terminate()
    }, this.#idleMs).unref()
  }

  #giveUp(thread: Worker): void {
    this.#log.error('the GraphQL thread took too long and is ended')
    void thread.terminate()
  }
}

function blamed(error: Error, outage: Outage): Error {
  blame(error, outage)
  return error
}

import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { refusals } from '../errors.ts'
import type { Answer, Question } from './answer.ts'
import { reviveFailure } from './failure.ts'
import type { Reply, Request, ThreadSettings } from './messages.ts'

const HEAP_MEGABYTES = 512
// Beyond what the database may take: planning, and waiting for a connection.
const GRACE_SECONDS = 20

interface Waiting {
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/**
 * Answers GraphQL in a thread of its own: reading the catalogue at its start and planning a large query take a second of work, for which
 * alarms must not wait. The thread is started by the first question, which waits for it (nobody asks, no memory is taken), and
 * again by the next after it has ended.
 */
export class GraphqlEngine {
  readonly #settings: ThreadSettings
  readonly #log: Logger
  readonly #waiting = new Map<number, Waiting>()
  #thread: Promise<Worker> | undefined
  #worker: Worker | undefined
  #last = 0

  constructor(settings: ThreadSettings, log: Logger) {
    this.#settings = settings
    this.#log = log
  }

  /** Answers a question (see answer.ts). @throws as answer.ts, and 503 when the thread ends or takes too long. */
  async ask(question: Question): Promise<Answer> {
    const thread = await this.#start()
    const id = ++this.#last
    thread.postMessage({ id, question } satisfies Request)
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    this.#waiting.set(id, { resolve, reject })
    const timer = setTimeout(() => void thread.terminate(), (this.#settings.seconds + GRACE_SECONDS) * 1_000)
    return promise.finally(() => {
      clearTimeout(timer)
      this.#waiting.delete(id)
    })
  }

  /** Ends the thread; who still waits is refused. */
  async close(): Promise<void> {
    await this.#worker?.terminate()
  }

  #start(): Promise<Worker> {
    this.#thread ??= this.#open()
    return this.#thread
  }

  #open(): Promise<Worker> {
    const { promise, resolve, reject } = Promise.withResolvers<Worker>()
    const worker = new Worker(new URL('./thread.ts', import.meta.url), {
      workerData: this.#settings,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
      env: { GRAPHILE_ENV: 'production' },
    })
    // It must not keep the program from ending.
    worker.unref()
    this.#worker = worker
    worker.on('message', (reply: Reply) => {
      if (reply.kind === 'ready') return resolve(worker)
      if (reply.kind === 'failed') {
        reject(reviveFailure(reply.failure))
        return void worker.terminate()
      }
      this.#hear(reply)
    })
    worker.on('error', (error) => this.#log.error({ err: error }, 'the GraphQL thread failed'))
    worker.on('exit', () => {
      this.#thread = undefined
      const gone = refusals.busy()
      reject(gone)
      for (const each of this.#waiting.values()) each.reject(gone)
    })
    return promise
  }

  #hear(reply: Exclude<Reply, { kind: 'ready' | 'failed' }>): void {
    if (reply.kind === 'warning') this.#log.warn(reply.details, reply.message)
    else if (reply.kind === 'answer') this.#waiting.get(reply.id)?.resolve(reply.answer)
    else this.#waiting.get(reply.id)?.reject(reviveFailure(reply.failure))
  }
}

import { Worker } from 'node:worker_threads'
import type { ParsedMessage } from './parse_message.ts'

/** What one message may take; beyond it is `failed`. */
export interface ReadingLimits {
  milliseconds: number
  /** Megabytes by which the whole process may grow meanwhile. */
  megabytes: number
}

const LIMITS: ReadingLimits = { milliseconds: 20_000, megabytes: 1_000 }
const HEAP_MEGABYTES = 512
const CHECK_MS = 200

/**
 * Reads messages in threads of their own: a PDF made to loop, or to unfold into gigabytes, costs its thread and becomes a
 * failed message, while others go on being read. One thread stands ready; more are made while it is busy.
 */
export class MessageReader {
  readonly #limits: ReadingLimits
  readonly #idle: Worker[] = []

  constructor(limits: ReadingLimits = LIMITS) {
    this.#limits = limits
    this.#idle.push(this.#start())
  }

  /** What a message means (see parseMessage); never throws. @param raw RFC 822 */
  async read(raw: Buffer): Promise<ParsedMessage> {
    const thread = this.#idle.pop() ?? this.#start()
    const outcome = await readIn(thread, raw, this.#limits)
    if (typeof outcome === 'string') {
      await thread.terminate()
      return { etat: 'failed', raison: outcome, format: null }
    }
    if (this.#idle.length === 0) this.#idle.push(thread)
    else await thread.terminate()
    return outcome
  }

  #start(): Worker {
    const thread = startThread()
    return thread.on('exit', () => {
      const at = this.#idle.indexOf(thread)
      if (at >= 0) this.#idle.splice(at, 1)
    })
  }

  /** Ends the threads that stand ready. */
  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((thread) => thread.terminate()))
  }
}

function startThread(): Worker {
  const thread = new Worker(new URL('./parse_thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
    env: {},
  })
  thread.unref()
  // One that dies while nobody waits for it is only forgotten.
  return thread.on('error', () => undefined)
}

// The outcome, or in French why there is none.
function readIn(thread: Worker, raw: Buffer, limits: ReadingLimits): Promise<ParsedMessage | string> {
  const { promise, resolve } = Promise.withResolvers<ParsedMessage | string>()
  const before = process.memoryUsage.rss()
  const began = Date.now()
  const check = setInterval(() => {
    if (Date.now() - began > limits.milliseconds) {
      resolve(`La lecture du message a pris trop de temps (plus de ${limits.milliseconds / 1_000} s).`)
    }
    if (process.memoryUsage.rss() - before > limits.megabytes * 1_048_576) resolve(TOO_MUCH_MEMORY)
  }, CHECK_MS)
  const fail = (error: Error & { code?: string }) => {
    const memory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    resolve(memory ? TOO_MUCH_MEMORY : `La lecture du message a échoué (${error.name}).`)
  }
  const exit = () => resolve('La lecture du message a été interrompue.')
  thread.once('message', resolve).once('error', fail).once('exit', exit)
  thread.postMessage(raw)
  return promise.finally(() => {
    clearInterval(check)
    thread.off('message', resolve).off('error', fail).off('exit', exit)
  })
}

const TOO_MUCH_MEMORY = 'La lecture du message a demandé trop de mémoire.'

import type { Response } from 'express'
import type { Logger } from 'pino'
import type { Caller } from '../caller.ts'
import { refusals } from '../errors.ts'
import { AlarmeStream, type Batch } from './alarme_stream.ts'
import type { Listener } from './listener.ts'

/** Limits of the streams of alarms. */
export interface StreamsOptions {
  /** Streams in this process. */
  limit: number
  /** Streams read at once; each reading takes a connection of the pool. */
  atOnce: number
  log: Logger
  /** Streams of one account. */
  limitOfUser?: number
  /** Time between two signs of life, in ms. */
  beatMs?: number
}

const LIMIT_OF_USER = 20
const BEAT_MS = 15_000

/**
 * All streams of alarms of this process. When the listener hears of alarms of a SIS, the streams of that SIS read.
 */
export class AlarmeStreams {
  readonly #listener: Listener
  readonly #options: Required<StreamsOptions>
  readonly #open = new Map<AlarmeStream, Caller>()
  readonly #due = new Set<AlarmeStream>()
  readonly #reading = new Set<AlarmeStream>()
  #off: (() => void) | undefined
  #closed = false

  constructor(listener: Listener, options: StreamsOptions) {
    this.#listener = listener
    this.#options = { limitOfUser: LIMIT_OF_USER, beatMs: BEAT_MS, ...options }
  }

  /**
   * Begins a stream as the answer to a request.
   * @param first the first reading; `read` reads on
   * @throws 429 when there are too many streams; 503 while the server stops
   */
  begin(caller: Caller, first: Batch, read: (apres: string) => Promise<Batch>, res: Response): void {
    const { limit, limitOfUser, beatMs, log } = this.#options
    if (this.#closed) throw refusals.busy()
    // The client has left meanwhile.
    if (res.destroyed) return
    const own = this.#open
      .values()
      .filter((each) => each.userId === caller.userId)
      .toArray()
    if (this.#open.size >= limit || own.length >= limitOfUser) throw refusals.tooManyStreams()
    writeHead(res)
    const stream: AlarmeStream = new AlarmeStream(first, {
      caller,
      res,
      read,
      beatMs,
      log,
      onDue: () => this.#read(stream),
      onEnd: () => this.#forget(stream),
    })
    this.#open.set(stream, caller)
    this.#off ??= this.#listener.on('caserne_alarmes', (sisKey) => this.#readAll(sisKey))
  }

  /** Answers HEAD with the headers of a stream. */
  answerHead(res: Response): void {
    writeHead(res)
    res.end()
  }

  /** Ends all streams and accepts no new ones. */
  close(): void {
    this.#closed = true
    this.#off?.()
    for (const stream of this.#open.keys()) stream.end()
  }

  #readAll(sisKey: string | null): void {
    for (const [stream, caller] of this.#open)
      if (sisKey === null || caller.sisKey === sisKey) this.#due.add(stream)
    this.#readDue()
  }

  #read(stream: AlarmeStream): void {
    this.#due.add(stream)
    this.#readDue()
  }

  // A stream that becomes due during its reading is read once more afterwards.
  #readDue(): void {
    for (const stream of this.#due) {
      if (this.#reading.size >= this.#options.atOnce) return
      if (this.#reading.has(stream)) continue
      this.#due.delete(stream)
      this.#reading.add(stream)
      void stream.catchUp().finally(() => {
        this.#reading.delete(stream)
        this.#readDue()
      })
    }
  }

  #forget(stream: AlarmeStream): void {
    this.#open.delete(stream)
    this.#due.delete(stream)
  }
}

function writeHead(res: Response): void {
  res.status(200).set({
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store, no-transform',
    // Without this header nginx would hold events back until its buffer is full.
    'X-Accel-Buffering': 'no',
  })
  // The connection is closed with the stream.
  res.shouldKeepAlive = false
  res.flushHeaders()
}

import type { Response } from 'express'
import type { Logger } from 'pino'
import type { Caller } from '../caller.ts'
import { toRefusal } from '../errors.ts'

/** The answer of api.watch_alarmes. */
export interface Batch {
  complet: boolean
  apres: string
  /** Newest first. */
  alarmes: unknown[]
}

/** What a stream needs. */
export interface StreamOptions {
  caller: Caller
  res: Response
  /** Reads as the caller what has changed since. @throws refusals, such as of an account disabled meanwhile */
  read: (apres: string) => Promise<Batch>
  /** Interval, in ms, at which it reads without notification and sends a sign of life. */
  beatMs: number
  /** Called when the stream wants to read. */
  onDue: () => void
  onEnd: () => void
  log: Logger
}

const RETRY_MS = 3_000
// No place: the stream begins anew.
const NOWHERE = '0'
// A client that takes nothing for this long is cut off.
const PATIENCE_BEATS = 2

/**
 * One client's stream of alarms (server-sent events: WHATWG HTML, 9.2). Each reading sends what has changed since the
 * stream's place. While a client has not taken what was sent, nothing more is read for it: it costs one batch at
 * most.
 */
export class AlarmeStream {
  readonly #options: StreamOptions
  #apres: string
  #beatDue = false
  #stalled = 0
  #ended = false
  #timer: NodeJS.Timeout | undefined

  /** Begins the stream with the first reading. */
  constructor(first: Batch, options: StreamOptions) {
    this.#options = options
    this.#apres = NOWHERE
    const { res } = options
    res.on('close', () => this.#finish())
    res.on('drain', () => options.onDue())
    const beginning = first.alarmes.toReversed().map((alarme) => this.#event('alarme', alarme))
    this.#apres = first.apres
    const upToDate = this.#event('a_jour', { complet: first.complet })
    res.write(`retry: ${RETRY_MS}\n\n${beginning.join('')}${upToDate}`)
    // Streams that began together must not all send signs of life together.
    this.#wait(options.beatMs * (0.5 + Math.random() / 2))
  }

  /** Sends what has changed. */
  async catchUp(): Promise<void> {
    const { res, read, log } = this.#options
    if (this.#ended || res.writableNeedDrain) return
    try {
      const batch = await read(this.#apres)
      if (this.#ended) return
      const beat = this.#beatDue ? ':\n\n' : ''
      this.#beatDue = false
      const text = this.#eventsOf(batch) || beat
      if (text !== '') res.write(text)
    } catch (error) {
      const status = toRefusal(error)?.status ?? 500
      if (status === 500) log.error({ err: error }, 'stream of alarms not read')
      // A refusal (disabled account, revoked token) ends the stream; a database that is away comes back.
      if (status < 500) this.end()
    }
  }

  /** Ends the stream. The client asks again and then gets the refusal. */
  end(): void {
    if (this.#ended) return
    this.#finish()
    this.#options.res.end()
  }

  #finish(): void {
    if (this.#ended) return
    this.#ended = true
    clearTimeout(this.#timer)
    this.#options.onEnd()
  }

  // Only the last event carries the new place.
  #eventsOf({ apres, alarmes }: Batch): string {
    const [last, ...others] = alarmes
    const before = others.toReversed().map((alarme) => this.#event('alarme', alarme))
    this.#apres = apres
    return last === undefined ? '' : `${before.join('')}${this.#event('alarme', last)}`
  }

  #event(name: string, data: unknown): string {
    return `event: ${name}\nid: ${this.#apres}\ndata: ${JSON.stringify(data)}\n\n`
  }

  #wait(ms: number): void {
    const left = this.#options.caller.expiresAt * 1000 - Date.now()
    this.#timer = setTimeout(() => this.#beat(), Math.max(0, Math.min(ms, left)))
  }

  #beat(): void {
    const { caller, res, beatMs, onDue } = this.#options
    if (Date.now() >= caller.expiresAt * 1000) return void this.end()
    this.#stalled = res.writableNeedDrain ? this.#stalled + 1 : 0
    if (this.#stalled > PATIENCE_BEATS) return void res.destroy()
    this.#beatDue = true
    onDue()
    this.#wait(beatMs)
  }
}

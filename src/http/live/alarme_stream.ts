import type { Response } from 'express'
import type { Logger } from 'pino'
import type { Caller } from '../caller.ts'
import { toRefusal } from '../errors.ts'

/** What api.watch_alarmes answers. */
export interface Batch {
  complet: boolean
  apres: string
  /** Newest first. */
  alarmes: unknown[]
}

/** What a stream is made of. */
export interface StreamOptions {
  caller: Caller
  res: Response
  /** Reads, as the caller, what has changed since. @throws what stands in his way by now. */
  read: (apres: string) => Promise<Batch>
  /** How often it is read although nothing was told, and says that it lives, in ms. */
  beatMs: number
  /** Is called when it wants to be read. */
  onDue: () => void
  onEnd: () => void
  log: Logger
}

const RETRY_MS = 3_000
// A place that is none: from there all begins anew.
const NOWHERE = '0'
// A client that has taken nothing for so long is given up.
const PATIENCE_BEATS = 2

/**
 * One client's stream of alarms (server-sent events: WHATWG HTML, 9.2). Each time that it is read it sends what has changed since its
 * place. A client that does not take what it is sent is read no further until it has: it costs one batch at most.
 */
export class AlarmeStream {
  readonly #options: StreamOptions
  #apres: string
  #beatDue = false
  #stalled = 0
  #ended = false
  #timer: NodeJS.Timeout | undefined

  /** Begins it with what was read first. */
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
    // Those that began together must not all beat together.
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
      // The account is disabled, its tokens are revoked; a database that is away comes again.
      if (status < 500) this.end()
    }
  }

  /** Ends it. The client asks again, and is told why not. */
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

  // The client is at the new place with the last event only.
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

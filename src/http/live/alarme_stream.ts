import type { Response } from 'express'
import type { Caller } from '../admission/caller.ts'

/** The answer of api.watch_alarmes. */
export interface Batch {
  complet: boolean
  apres: string
  /** Newest first. */
  alarmes: unknown[]
  /** For each alarm that was answered: its answers and their counts. A database of the release before has none. */
  reponses?: unknown[]
}

const RETRY_MS = 3_000
// No place: the stream starts over.
const NOWHERE = '0'
// A client that takes nothing for this many beats is cut off.
const PATIENCE_BEATS = 2
// The sign of life.
const BEAT = Buffer.from(':\n\n')
// Timers count no further (24 days). A client whose token holds longer connects again.
const LONGEST_MS = 2 ** 31 - 1

/**
 * One client's stream of alarms (server-sent events: WHATWG HTML, 9.2). It ends with the caller's token. While a
 * client has not taken what was sent, nothing more is sent to it: it costs one batch at most.
 */
export class AlarmeStream {
  readonly caller: Caller
  readonly #res: Response
  readonly #onEnd: () => void
  readonly #expiry: NodeJS.Timeout
  #place: string
  #stalled = 0
  #ended = false

  /**
   * Begins the stream with the first reading.
   * @param onDrain called when the client has taken what it could not take at once
   */
  constructor(caller: Caller, first: Batch, res: Response, on: { drain: () => void; end: () => void }) {
    this.caller = caller
    this.#res = res
    this.#onEnd = on.end
    this.#place = first.apres
    res.on('close', () => this.#finish())
    res.on('drain', on.drain)
    const left = Math.max(0, caller.expiresAt * 1000 - Date.now())
    this.#expiry = setTimeout(() => this.end(), Math.min(left, LONGEST_MS))
    const beginning = first.alarmes.toReversed().map((alarme) => writeEvent('alarme', NOWHERE, alarme))
    const upToDate = writeEvent('a_jour', first.apres, { complet: first.complet })
    res.write(`retry: ${RETRY_MS}\n\n${beginning.join('')}${upToDate}`)
  }

  /** Its place: it has every change that this snapshot saw. */
  get place(): string {
    return this.#place
  }

  /** Whether its client can take more now. */
  get takes(): boolean {
    return !this.#ended && !this.#res.writableNeedDrain
  }

  /** Sends the events of a batch (writeEvents); without events a sign of life, if asked for. */
  send(events: Buffer, place: string, withBeat: boolean): void {
    if (this.#ended) return
    this.#place = place
    if (events.length > 0) this.#res.write(events)
    else if (withBeat) this.#res.write(BEAT)
  }

  /** Cuts the client off if it has taken nothing for too long. Called at each beat. */
  checkPatience(): void {
    this.#stalled = this.#res.writableNeedDrain ? this.#stalled + 1 : 0
    if (this.#stalled > PATIENCE_BEATS) this.#res.destroy()
  }

  /** Ends the stream. The client asks again and then gets the refusal. */
  end(): void {
    if (this.#ended) return
    this.#finish()
    this.#res.end()
  }

  #finish(): void {
    if (this.#ended) return
    this.#ended = true
    clearTimeout(this.#expiry)
    this.#onEnd()
  }
}

/**
 * The events of what has changed since a place. Only the last one carries the new place.
 * @param since the place that was read from
 */
export function writeEvents({ apres, alarmes, reponses = [] }: Batch, since: string): string {
  const events = [
    ...alarmes.toReversed().map((alarme) => ['alarme', alarme] as const),
    ...reponses.map((reponse) => ['reponse', reponse] as const),
  ]
  const last = events.length - 1
  return events.map(([name, data], nth) => writeEvent(name, nth === last ? apres : since, data)).join('')
}

function writeEvent(name: string, place: string, data: unknown): string {
  return `event: ${name}\nid: ${place}\ndata: ${JSON.stringify(data)}\n\n`
}

import { DatabaseError } from 'pg'
import type { Logger } from 'pino'
import type { Caller } from '../admission/caller.ts'
import { toRefusal } from '../refusals/errors.ts'
import { type AlarmeStream, type Batch, writeEvents } from './alarme_stream.ts'

const NOTHING = Buffer.alloc(0)

/** Result of one statement for an audience. */
interface Reading {
  /** Changes since each place. */
  batches: Map<string, Batch>
  /** Callers whose session has ended: they must not get it. */
  ended: Set<Caller>
}

/** Reads for several callers of one SIS with the same permissions what has changed since some places. */
export type ReadTogether = (callers: Caller[], places: string[]) => Promise<Reading>

/** Options for an audience. */
interface AudienceOptions {
  sisKey: string | null
  read: ReadTogether
  /** Interval, in ms, at which it reads without notification and sends signs of life. */
  beatMs: number
  /** Called when it wants to read. */
  onDue: () => void
  /** Called with the number of alarms that were sent. */
  onSent: (count: number) => void
  log: Logger
}

/**
 * The streams of one SIS whose callers have the same permissions. All get the same alarms, so one statement reads for
 * all, and the text of their events is written once. The statement checks the session of each.
 */
export class Audience {
  readonly #options: AudienceOptions
  readonly #streams = new Set<AlarmeStream>()
  #beatDue = false
  #timer: NodeJS.Timeout

  constructor(options: AudienceOptions) {
    this.#options = options
    // Audiences that began together must not all read together.
    this.#timer = setTimeout(() => this.#beat(), options.beatMs * (0.5 + Math.random() / 2))
  }

  get sisKey(): string | null {
    return this.#options.sisKey
  }

  /** The number of its streams. */
  get size(): number {
    return this.#streams.size
  }

  add(stream: AlarmeStream): void {
    this.#streams.add(stream)
  }

  /** Removes a stream; with the last one the audience ends. */
  delete(stream: AlarmeStream): void {
    this.#streams.delete(stream)
    if (this.#streams.size === 0) clearTimeout(this.#timer)
  }

  /**
   * Sends to each stream what has changed since its place. Those that began at different times then stand at one.
   * @returns whether it sent alarms
   */
  async catchUp(): Promise<boolean> {
    const { read, log, onSent } = this.#options
    const streams = [...this.#streams].filter((each) => each.takes)
    if (streams.length === 0) return false
    const withBeat = this.#beatDue
    try {
      const places = [...new Set(streams.map(({ place }) => place))]
      const { batches, ended } = await read(
        streams.map(({ caller }) => caller),
        places,
      )
      this.#beatDue = false
      // Encoded once for all streams.
      const events = new Map(
        [...batches].map(([place, batch]) => [place, Buffer.from(writeEvents(batch, place))]),
      )
      let count = 0
      for (const stream of streams) {
        const batch = batches.get(stream.place)
        if (ended.has(stream.caller)) stream.end()
        else if (batch) {
          stream.send(events.get(stream.place) ?? NOTHING, batch.apres, withBeat)
          count += batch.alarmes.length + (batch.reponses?.length ?? 0)
        }
      }
      if (count > 0) onSent(count)
      return count > 0
    } catch (error) {
      // Another database serves the SIS by now: clients that connect again learn it. A database that is away comes
      // back.
      if (error instanceof DatabaseError && error.code === 'PT503')
        for (const stream of this.#streams) stream.end()
      else if (toRefusal(error)?.status !== 503) log.error({ err: error }, 'streams of alarms not read')
      return false
    }
  }

  #beat(): void {
    const { beatMs, onDue } = this.#options
    for (const stream of this.#streams) stream.checkPatience()
    this.#beatDue = true
    onDue()
    this.#timer = setTimeout(() => this.#beat(), beatMs)
  }
}

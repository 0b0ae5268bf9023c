import type { Response } from 'express'
import type { Logger } from 'pino'
import { outsideWork } from '../../process/current_work.ts'
import { Metrics } from '../../process/metrics.ts'
import type { Caller } from '../admission/caller.ts'
import { refusals } from '../refusals/errors.ts'
import { AlarmeStream, type Batch } from './alarme_stream.ts'
import { Audience, type ReadTogether } from './audience.ts'
import type { Notifications } from './listener.ts'
import { restAfter } from './rest_after.ts'

/** Limits of the streams of alarms. */
interface StreamsOptions {
  /** Streams in this process. */
  limit: number
  /** Audiences read at once in one database; each reading takes a connection of its pool. */
  atOnce: number
  /** Returns a token for the database of a SIS; by default there is one database. */
  laneOf?: (sisKey: string | null) => unknown
  log: Logger
  /** Streams of one account, or of one wall. */
  limitOfUser?: number
  /** Time between two signs of life, in ms. */
  beatMs?: number
  /** Registry for its figures. */
  metrics?: Metrics
}

// Seconds.
const LAG_BUCKETS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 15, 60]
const LIMIT_OF_USER = 20
const BEAT_MS = 15_000

/**
 * All streams of alarms of this process. When the listener hears of alarms of a SIS, the audiences of that SIS read.
 */
export class AlarmeStreams {
  readonly #listener: Notifications
  readonly #options: Required<StreamsOptions>
  readonly #open = new Set<AlarmeStream>()
  // The streams of walls: how to end each, and whose it is.
  readonly #guests = new Map<() => void, string>()
  readonly #ofUser = new Map<number, number>()
  // By SIS and permissions (nameAudience).
  readonly #audiences = new Map<string, Audience>()
  readonly #due = new Set<Audience>()
  readonly #reading = new Set<Audience>()
  // How many of them read in each database.
  readonly #inLane = new Map<unknown, number>()
  readonly #resting = new Set<Audience>()
  // When news were heard that an audience has not read yet.
  readonly #heard = new Map<Audience, number>()
  readonly #lag
  readonly #events
  #off: (() => void) | undefined
  #closed = false

  constructor(listener: Notifications, options: StreamsOptions) {
    this.#listener = listener
    const metrics = options.metrics ?? new Metrics()
    this.#options = { limitOfUser: LIMIT_OF_USER, beatMs: BEAT_MS, laneOf: () => null, ...options, metrics }
    this.#events = metrics.counter('alarme_stream_events_total', 'Alarms sent to streams; by SIS.', ['sis'])
    this.#lag = metrics.histogram(
      'alarme_stream_lag_seconds',
      'From the notification of a stored alarm until it was sent to the streams of its SIS.',
      ['sis'],
      LAG_BUCKETS,
    )
    const open = metrics.gauge('alarme_streams', 'Open streams of alarms, those of walls too.', [])
    const up = metrics.gauge('listener_up', '1 while notifications of the database are heard.', [])
    metrics.beforeScrape(() => {
      open.set(this.#open.size + this.#guests.size)
      up.set(listener.isListening ? 1 : 0)
    })
  }

  /**
   * Begins a stream as the answer to a request.
   * @param first the first reading; `read` reads on
   * @throws 429 when there are too many streams; 503 while the server stops
   */
  begin(caller: Caller, first: Batch, read: ReadTogether, res: Response): void {
    const { limit, limitOfUser } = this.#options
    if (this.#closed) throw refusals.busy()
    // The client has left meanwhile.
    if (res.destroyed) return
    const own = this.#ofUser.get(caller.userId) ?? 0
    if (this.#open.size + this.#guests.size >= limit || own >= limitOfUser) throw refusals.tooManyStreams()
    writeStreamHead(res)
    const audience = this.#audienceOf(caller, read)
    const stream = new AlarmeStream(caller, first, res, {
      drain: () => this.#read(audience),
      end: () => this.#forget(stream, audience),
    })
    this.#open.add(stream)
    this.#ofUser.set(caller.userId, own + 1)
    audience.add(stream)
    this.#off ??= this.#listener.on('caserne_alarmes', (sisKey) => this.#readAll(sisKey))
    // For alarms announced between the first reading and now.
    this.#read(audience)
  }

  /**
   * Admits the stream of a wall, which counts among the streams of this process and ends with them.
   * @param wall its name: one wall has as many streams as an account at most, for its token may be stolen
   * @returns a function to call when it has ended. @throws 429 when there are too many streams; 503 while the server
   * stops
   */
  admitGuest(wall: string, end: () => void): () => void {
    const { limit, limitOfUser } = this.#options
    if (this.#closed) throw refusals.busy()
    const own = [...this.#guests.values()].filter((each) => each === wall).length
    if (this.#open.size + this.#guests.size >= limit || own >= limitOfUser) throw refusals.tooManyStreams()
    this.#guests.set(end, wall)
    return () => void this.#guests.delete(end)
  }

  /** Answers HEAD with the headers of a stream. */
  answerHead(res: Response): void {
    writeStreamHead(res)
    res.end()
  }

  /** Ends all streams and accepts no new ones. */
  close(): void {
    this.#closed = true
    this.#off?.()
    for (const stream of this.#open) stream.end()
    for (const end of this.#guests.keys()) end()
  }

  #audienceOf(caller: Caller, read: ReadTogether): Audience {
    const name = nameAudience(caller)
    const known = this.#audiences.get(name)
    if (known) return known
    const { beatMs, log } = this.#options
    const sis = caller.sisKey ?? ''
    const audience: Audience = new Audience({
      sisKey: caller.sisKey,
      onSent: (count) => this.#events.inc({ sis }, count),
      read,
      beatMs,
      log,
      onDue: () => this.#read(audience),
    })
    this.#audiences.set(name, audience)
    return audience
  }

  #readAll(sisKey: string | null): void {
    for (const audience of this.#audiences.values())
      if (sisKey === null || audience.sisKey === sisKey) {
        this.#due.add(audience)
        if (sisKey !== null && !this.#heard.has(audience)) this.#heard.set(audience, performance.now())
      }
    this.#readDue()
  }

  #read(audience: Audience): void {
    this.#due.add(audience)
    this.#readDue()
  }

  // An audience that becomes due during its reading is read once more, after a rest.
  #readDue(): void {
    for (const audience of this.#due) {
      const lane = this.#options.laneOf(audience.sisKey)
      const reading = this.#inLane.get(lane) ?? 0
      // Each database is read by this many at once: one that is frozen keeps nobody else waiting.
      if (reading >= this.#options.atOnce) continue
      if (this.#reading.has(audience) || this.#resting.has(audience)) continue
      this.#due.delete(audience)
      this.#reading.add(audience)
      this.#inLane.set(lane, reading + 1)
      const heard = this.#heard.get(audience)
      this.#heard.delete(audience)
      const began = performance.now()
      // The client that gave the occasion may leave: the others still wait.
      void outsideWork(() => audience.catchUp()).then((sent) => {
        if (heard !== undefined && sent)
          this.#lag.observe({ sis: audience.sisKey ?? '' }, (performance.now() - heard) / 1_000)
        this.#reading.delete(audience)
        this.#inLane.set(lane, (this.#inLane.get(lane) ?? 1) - 1)
        this.#rest(audience, restAfter(performance.now() - began))
        this.#readDue()
      })
    }
  }

  #rest(audience: Audience, ms: number): void {
    this.#resting.add(audience)
    const wake = () => {
      this.#resting.delete(audience)
      this.#readDue()
    }
    setTimeout(wake, ms).unref()
  }

  #forget(stream: AlarmeStream, audience: Audience): void {
    this.#open.delete(stream)
    const { userId } = stream.caller
    const own = this.#ofUser.get(userId) ?? 0
    if (own > 1) this.#ofUser.set(userId, own - 1)
    else this.#ofUser.delete(userId)
    audience.delete(stream)
    if (audience.size > 0) return
    this.#audiences.delete(nameAudience(stream.caller))
    this.#due.delete(audience)
    this.#heard.delete(audience)
  }
}

// Permissions are a set: tokens may list them in any order.
function nameAudience({ sisKey, permissions }: Caller): string {
  return JSON.stringify([sisKey, permissions.toSorted()])
}

/** Sends the headers of a stream of server-sent events. */
export function writeStreamHead(res: Response): void {
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

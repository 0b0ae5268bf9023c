import type pg from 'pg'
import type { Logger } from 'pino'
import { isOutage } from '../../db/pool.ts'
import { ImapError } from '../../mail/imap/imap_error.ts'
import type { Reader } from '../../mail/reading/message_reader.ts'
import { doWork } from '../../process/current_work.ts'
import { Metrics } from '../../process/metrics.ts'
import { traced } from '../../process/tracing.ts'
import { Arrivals } from './arrivals.ts'
import { type ConnectionOptions, Connections } from './connections.ts'
import type { MessagerieLocks } from './messagerie_locks.ts'
import { noteWithheld, readMessagerie } from './read_messagerie.ts'
import { Releve } from './releve.ts'
import { Withheld } from './withheld.ts'

/** How to read mailboxes. */
export interface MessageriesOptions extends ConnectionOptions {
  /** How long a server may withhold a message before the next ones are read. */
  patienceMs?: number
  /** How long readings may continue when the worker stops. */
  graceMs?: number
  /** Measures how long mails take. */
  arrivals?: Arrivals
}

// What log lines say about a reading.
interface About {
  messagerie: number
  sis?: string
}

const PATIENCE_MS = 120_000
const GRACE_MS = 5_000

/**
 * The mailboxes that this worker reads, over one connection each that stays open so that the server announces
 * mail.
 */
export class Messageries {
  readonly #pool: pg.Pool
  readonly #locks: MessagerieLocks
  readonly #reader: Reader
  readonly #patienceMs: number
  readonly #graceMs: number
  readonly #arrivals: Arrivals
  readonly #log: Logger
  readonly #connections: Connections
  readonly #running = new Map<number, Promise<void>>()
  // Mailboxes that were asked for, or whose connection broke, during their reading.
  readonly #again = new Set<number>()
  readonly #lost = new Map<number, ImapError>()
  // Mailboxes whose last reading failed, so that the log can say when that is over.
  readonly #failing = new Set<number>()
  readonly #withheld = new Map<number, Withheld>()
  #closing = false

  constructor(
    pool: pg.Pool,
    locks: MessagerieLocks,
    reader: Reader,
    options: MessageriesOptions,
    log: Logger,
  ) {
    this.#pool = pool
    this.#locks = locks
    this.#reader = reader
    this.#patienceMs = options.patienceMs ?? PATIENCE_MS
    this.#graceMs = options.graceMs ?? GRACE_MS
    this.#arrivals = options.arrivals ?? new Arrivals(new Metrics())
    this.#log = log
    this.#connections = new Connections(options, log)
    this.#connections.onNews = (id) => this.#ask(id)
    this.#connections.onLost = (id, why) => this.#lose(id, why)
    locks.onLost = () => this.#dropAndAsk()
    locks.onAsked = (id) => this.start(id)
  }

  /** Starts `read` without waiting for it, so that no mail server delays other mailboxes. */
  start(id: number): void {
    this.read(id).catch((error: unknown) => {
      if (!isOutage(this.#pool, error)) this.#log.error({ err: error, messagerie: id }, 'mailbox not read')
    })
  }

  /**
   * Reads what is new in a mailbox. If another worker holds the mailbox, that worker is told to read it. If
   * the mailbox is being read, it is read once more afterwards, however often it was asked for; this call
   * then returns at once. Never throws for a fault of the mailbox: its health shows the fault and the next
   * try.
   */
  async read(id: number): Promise<void> {
    if (this.#closing) return
    if (this.#running.has(id)) {
      this.#again.add(id)
      return
    }
    const run = this.#readWhileAsked(id)
    this.#running.set(id, run)
    await run
  }

  /**
   * Closes every connection and gives the mailboxes back. After some seconds unfinished readings are cut off
   * and left to another worker.
   */
  async close(): Promise<void> {
    this.#closing = true
    let cut: number[] = []
    const grace = setTimeout(() => {
      cut = [...this.#running.keys()]
      this.#connections.cutAll()
    }, this.#graceMs)
    await Promise.allSettled(this.#running.values())
    clearTimeout(grace)
    await this.#connections.dropAll()
    await this.#locks.close()
    await Promise.all(cut.map((id) => this.#ask(id)))
  }

  async #readWhileAsked(id: number): Promise<void> {
    let well = false
    try {
      well = await this.#readOnce(id)
    } finally {
      // In one step, so that nobody asks between the check and the end. The database has planned failed
      // mailboxes already.
      const again = this.#again.delete(id) && well && !this.#closing
      const lost = this.#lost.get(id)
      this.#lost.delete(id)
      if (again) await this.#readWhileAsked(id)
      else this.#running.delete(id)
      if (!again && well && lost !== undefined) this.#lose(id, lost)
    }
  }

  // Returns whether the reading succeeded.
  #readOnce(id: number): Promise<boolean> {
    const about: About = { messagerie: id }
    return doWork(
      () => ({ ...about }),
      () =>
        traced({ name: 'relève', attributes: { 'caserne.messagerie': id } }, async (span) => {
          const well = await this.#readAs(id, about)
          if (about.sis !== undefined) span.setAttribute('caserne.sis', about.sis)
          return well
        }),
    )
  }

  async #readAs(id: number, about: About): Promise<boolean> {
    if (!(await this.#locks.take(id))) {
      this.#withheld.delete(id)
      await this.#pool.query('select jobs.pass_releve($1)', [id])
      return true
    }
    const { rows } = await this.#pool.query('select jobs.begin_releve($1) as releve', [id])
    if (rows[0]?.releve == null) {
      this.#withheld.delete(id)
      await this.#connections.drop(id)
      await this.#locks.release(id)
      return true
    }
    const releve = Releve.parse(rows[0].releve)
    about.sis = releve.sis_key
    const withheld = this.#withheldOf(id)
    try {
      const session = await this.#connections.get(releve)
      await readMessagerie(
        this.#pool,
        this.#reader,
        { releve, session, withheld, arrivals: this.#arrivals },
        this.#log,
      )
      await this.#end(id, null)
      if (this.#failing.delete(id)) this.#log.info({ messagerie: id }, 'mailbox read again')
      return true
    } catch (error) {
      await this.#connections.drop(id)
      await this.#end(id, error)
      // An unreachable mailbox is its owner's matter; any other error is a fault of the program.
      if (!(error instanceof ImapError)) throw error
      this.#log.warn({ messagerie: id, reason: error.reason }, error.message)
      // A message after which nothing came is stored as failed in the end, so the mailbox can go on.
      if (await noteWithheld(this.#pool, releve, withheld, error, this.#log)) await this.#ask(id)
      return false
    }
  }

  #withheldOf(id: number): Withheld {
    const known = this.#withheld.get(id) ?? new Withheld(this.#patienceMs)
    this.#withheld.set(id, known)
    return known
  }

  // A connection broke by itself. During a reading, the reading reports it, unless it had just ended.
  #lose(id: number, why: ImapError): void {
    if (this.#closing) return
    if (this.#running.has(id)) {
      this.#lost.set(id, why)
      return
    }
    this.#log.warn({ messagerie: id, reason: why.reason }, why.message)
    // A reading that begins meanwhile must not end before this failure is stored.
    const noted = this.#end(id, why)
      .catch((error: unknown) => {
        if (isOutage(this.#pool, error)) return
        this.#log.warn({ err: error, messagerie: id }, 'lost connection waits for the next minute')
      })
      .finally(() => {
        this.#again.delete(id)
        this.#running.delete(id)
      })
    this.#running.set(id, noted)
  }

  async #ask(id: number): Promise<void> {
    await this.#pool.query('select jobs.ask_releve($1)', [id]).catch((error: unknown) => {
      if (isOutage(this.#pool, error)) return
      this.#log.warn({ err: error, messagerie: id }, 'new mail waits for the next minute')
    })
  }

  // After a failure the database plans the next try. A reading that this worker cut off is no failure.
  async #end(id: number, fault: unknown): Promise<void> {
    if (fault !== null && this.#connections.cut) return
    if (fault !== null) this.#failing.add(id)
    const text = fault === null ? null : fault instanceof Error ? fault.message : String(fault)
    const blocked = fault instanceof ImapError && fault.reason === 'credentials'
    await this.#pool.query('select jobs.end_releve($1, $2, $3)', [id, text, blocked])
  }

  // Without its locks a worker reads nothing. Whoever takes a mailbox next need not wait for the minute.
  async #dropAndAsk(): Promise<void> {
    const { ids } = this.#connections
    await this.#connections.dropAll()
    await Promise.all(ids.map((id) => this.#ask(id)))
  }
}

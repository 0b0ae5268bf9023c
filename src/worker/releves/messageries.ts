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
import { type MessagerieKey, partsOf } from './messagerie_key.ts'
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
  readonly #running = new Map<MessagerieKey, Promise<void>>()
  // Mailboxes that were asked for, or whose connection broke, during their reading.
  readonly #again = new Set<MessagerieKey>()
  readonly #lost = new Map<MessagerieKey, ImapError>()
  // Mailboxes whose connection this worker dropped during their reading.
  readonly #dropped = new Set<MessagerieKey>()
  // Mailboxes whose last reading failed, so that the log can say when that is over.
  readonly #failing = new Set<MessagerieKey>()
  readonly #withheld = new Map<MessagerieKey, Withheld>()
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
    this.#connections.onNews = (key) => this.#ask(key)
    this.#connections.onLost = (key, why) => this.#lose(key, why)
    locks.onLost = () => this.#dropAndAsk()
    locks.onAsked = (key) => this.start(key)
  }

  /** Starts `read` without waiting for it, so that no mail server delays other mailboxes. */
  start(key: MessagerieKey): void {
    this.read(key).catch((error: unknown) => {
      if (!isOutage(this.#pool, error)) this.#log.error({ err: error, messagerie: key }, 'mailbox not read')
    })
  }

  /**
   * Reads what is new in a mailbox. If another worker holds the mailbox, that worker is asked to read it. If
   * the mailbox is being read, it is read once more afterwards, however often it was asked for; this call
   * then returns at once. Never throws for a fault of the mailbox: its health shows the fault and the next
   * try.
   */
  async read(key: MessagerieKey): Promise<void> {
    if (this.#closing) return
    if (this.#running.has(key)) {
      this.#again.add(key)
      return
    }
    const run = this.#readWhileAsked(key)
    this.#running.set(key, run)
    await run
  }

  /**
   * Closes every connection and gives the mailboxes back. After some seconds unfinished readings are cut off
   * and left to another worker.
   */
  async close(): Promise<void> {
    this.#closing = true
    let cut: MessagerieKey[] = []
    const grace = setTimeout(() => {
      cut = [...this.#running.keys()]
      this.#connections.cutAll()
    }, this.#graceMs)
    await Promise.allSettled(this.#running.values())
    clearTimeout(grace)
    await this.#connections.dropAll()
    await this.#locks.close()
    await Promise.all(cut.map((key) => this.#ask(key)))
  }

  async #readWhileAsked(key: MessagerieKey): Promise<void> {
    let well = false
    try {
      well = await this.#readOnce(key)
    } finally {
      // In one step, so that nobody asks between the check and the end. The database has planned failed
      // mailboxes already.
      const again = this.#again.delete(key) && well && !this.#closing
      const lost = this.#lost.get(key)
      this.#lost.delete(key)
      this.#dropped.delete(key)
      if (again) await this.#readWhileAsked(key)
      else this.#running.delete(key)
      if (!again && well && lost !== undefined) this.#lose(key, lost)
    }
  }

  // Returns whether the reading succeeded.
  #readOnce(key: MessagerieKey): Promise<boolean> {
    const [sis] = partsOf(key)
    const attributes = { 'caserne.sis': sis, 'caserne.messagerie': key }
    return doWork(
      () => ({ messagerie: key, sis }),
      () => traced({ name: 'relève', attributes }, () => this.#readAs(key)),
    )
  }

  async #readAs(key: MessagerieKey): Promise<boolean> {
    if (!(await this.#locks.take(key))) {
      this.#withheld.delete(key)
      await this.#pool.query('select jobs.pass_releve($1, $2)', partsOf(key))
      return true
    }
    const { rows } = await this.#pool.query('select jobs.begin_releve($1, $2) as releve', partsOf(key))
    if (rows[0]?.releve == null) {
      this.#withheld.delete(key)
      await this.#connections.drop(key)
      await this.#locks.release(key)
      return true
    }
    const releve = Releve.parse(rows[0].releve)
    const withheld = this.#withheldOf(key)
    try {
      const session = await this.#connections.get(releve)
      await readMessagerie(
        this.#pool,
        this.#reader,
        { releve, session, withheld, arrivals: this.#arrivals },
        this.#log,
      )
      await this.#end(key, null)
      if (this.#failing.delete(key)) this.#log.info({ messagerie: key }, 'mailbox read again')
      return true
    } catch (error) {
      await this.#connections.drop(key)
      // That is no failure of its server, and the mailbox is read again at once.
      if (this.#dropped.has(key)) {
        this.#again.add(key)
        return true
      }
      await this.#end(key, error)
      // An unreachable mailbox is its owner's matter; any other error is a fault of the program.
      if (!(error instanceof ImapError)) throw error
      this.#log.warn({ messagerie: key, reason: error.reason }, error.message)
      // A message after which nothing came is stored as failed in the end, so the mailbox can go on.
      if (await noteWithheld(this.#pool, releve, withheld, error, this.#log)) await this.#ask(key)
      return false
    }
  }

  #withheldOf(key: MessagerieKey): Withheld {
    const known = this.#withheld.get(key) ?? new Withheld(this.#patienceMs)
    this.#withheld.set(key, known)
    return known
  }

  // A connection broke by itself. During a reading, the reading reports it, unless it had just ended.
  #lose(key: MessagerieKey, why: ImapError): void {
    if (this.#closing) return
    if (this.#running.has(key)) {
      this.#lost.set(key, why)
      return
    }
    this.#log.warn({ messagerie: key, reason: why.reason }, why.message)
    // A reading that begins meanwhile must not end before this failure is stored.
    const noted = this.#end(key, why)
      .catch((error: unknown) => {
        if (isOutage(this.#pool, error)) return
        this.#log.warn({ err: error, messagerie: key }, 'lost connection waits for the next minute')
      })
      .finally(() => {
        this.#again.delete(key)
        this.#running.delete(key)
      })
    this.#running.set(key, noted)
  }

  async #ask(key: MessagerieKey): Promise<void> {
    await this.#pool.query('select jobs.ask_releve($1, $2)', partsOf(key)).catch((error: unknown) => {
      if (isOutage(this.#pool, error)) return
      this.#log.warn({ err: error, messagerie: key }, 'new mail waits for the next minute')
    })
  }

  // After a failure the database plans the next try. A reading that this worker cut off is no failure.
  async #end(key: MessagerieKey, fault: unknown): Promise<void> {
    if (fault !== null && this.#connections.cut) return
    if (fault !== null) this.#failing.add(key)
    const text = fault === null ? null : fault instanceof Error ? fault.message : String(fault)
    const blocked = fault instanceof ImapError && fault.reason === 'credentials'
    await this.#pool.query('select jobs.end_releve($1, $2, $3, $4)', [...partsOf(key), text, blocked])
  }

  // Without its locks a worker reads nothing. The next worker to take a mailbox need not wait for the minute.
  async #dropAndAsk(): Promise<void> {
    const { keys } = this.#connections
    for (const key of keys) if (this.#running.has(key)) this.#dropped.add(key)
    await this.#connections.dropAll()
    await Promise.all(keys.map((key) => this.#ask(key)))
  }
}

import pg from 'pg'
import type { Logger } from 'pino'
import { listen } from '../../db/listen.ts'
import { newClient } from '../../db/new_client.ts'
import { type Outage, outageAt } from '../../db/outage.ts'
import { type MessagerieKey, partsOf } from './messagerie_key.ts'

/** How long a worker may be silent, in milliseconds. */
export interface Lease {
  /**
   * After this silence the database ends the worker's session: the worker may be frozen, or lost with its
   * machine.
   */
  silenceMs: number
  /** Roughly how often the worker reports. Far shorter than the silence. */
  beatMs: number
}

// With the beat of another worker, a mailbox is read again within a minute, whatever happened to its worker.
const LEASE: Lease = { silenceMs: 30_000, beatMs: 10_000 }

/**
 * The mailboxes that this worker holds, and the runners of the queue that it vouches for. One database
 * session holds them (so no pooler in transaction mode). When the worker ends, however it ends, they are
 * free. Each beat also asks for mailboxes that nobody holds.
 */
export class MessagerieLocks {
  /** Called when the session, and so every mailbox, is lost. */
  onLost: () => void = () => undefined
  /** Called when another worker got the job of a mailbox that this worker holds. */
  onAsked: (key: MessagerieKey) => void = () => undefined
  readonly #url: string
  readonly #log: Logger
  readonly #outage: Outage
  readonly #lease: Lease
  readonly #taken = new Set<MessagerieKey>()
  readonly #runners = new Set<string>()
  #connecting: Promise<pg.Client> | null = null
  #session: pg.Client | null = null
  #beating: NodeJS.Timeout | null = null
  #asked: Promise<unknown> = Promise.resolve()
  #closed = false

  constructor(url: string, log: Logger, lease = LEASE) {
    this.#url = url
    this.#log = log
    this.#outage = outageAt(url, log)
    this.#lease = lease
  }

  /** Takes a mailbox. Returns false if another worker holds it. */
  async take(key: MessagerieKey): Promise<boolean> {
    if (this.#taken.has(key)) return true
    const client = await this.#connected()
    const call = 'select jobs.lock_messagerie($1, $2) as taken'
    const { rows } = await this.#ask<{ taken: boolean }>(client, call, partsOf(key))
    if (rows[0]?.taken === true && client === this.#session) this.#taken.add(key)
    return this.#taken.has(key)
  }

  /** Gives a mailbox back. */
  async release(key: MessagerieKey): Promise<void> {
    if (this.#taken.delete(key) && this.#session)
      await this.#ask(this.#session, 'select jobs.unlock_messagerie($1, $2)', partsOf(key))
  }

  /** Reports that a runner of the queue lives, so that nobody frees its jobs. Never fails. */
  async vouch(runnerId: string): Promise<void> {
    this.#runners.add(runnerId)
    await this.#tell('select jobs.lock_runner($1)', runnerId)
  }

  /** Reports that a runner has ended. Never fails. */
  async disown(runnerId: string): Promise<void> {
    if (this.#runners.delete(runnerId)) await this.#tell('select jobs.unlock_runner($1)', runnerId)
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#beating ?? undefined)
    const client = await this.#connecting?.catch(() => null)
    // PostgreSQL notices the end of the session a little later, and the next worker may ask at once.
    if (client) await this.#ask(client, 'select jobs.end_worker()', []).catch(() => undefined)
    this.#taken.clear()
    this.#session = null
    await client?.end()
  }

  // If the session is lost just now, the next beat makes a new one and vouches for all runners.
  async #tell(call: string, runnerId: string): Promise<void> {
    const known = this.#session
    const client = await this.#connected().catch(() => null)
    if (client !== null && client === known) await this.#ask(client, call, [runnerId]).catch(() => undefined)
  }

  // One statement at a time: callers overlap, but pg wants one query at a time per client.
  #ask<Row extends pg.QueryResultRow>(client: pg.Client, text: string, values: unknown[]) {
    const answer = this.#asked.then(() => client.query<Row>(text, values))
    this.#asked = answer.catch(() => undefined)
    return answer
  }

  #connected(): Promise<pg.Client> {
    if (this.#closed) return Promise.reject(new Error('the mailbox locks are closed'))
    this.#connecting ??= this.#connect().catch((error: unknown) => {
      this.#connecting = null
      throw error
    })
    if (this.#beating === null) this.#beatLater()
    return this.#connecting
  }

  async #connect(): Promise<pg.Client> {
    const { silenceMs, beatMs } = this.#lease
    const client = newClient({
      connectionString: this.#url,
      options: `-c idle_session_timeout=${silenceMs}`,
      application_name: 'caserne locks',
      connectionTimeoutMillis: beatMs,
      query_timeout: beatMs,
    })
    client.on('error', (error) => this.#lose(client, error))
    client.on('notification', ({ payload }) => {
      const key = this.#taken.keys().find((each) => each === payload)
      if (key !== undefined) this.onAsked(key)
    })
    try {
      await client.connect()
      await client.query('select jobs.begin_worker()')
      await listen(client, 'caserne_releve')
      for (const id of this.#runners) await client.query('select jobs.lock_runner($1)', [id])
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
    this.#session = client
    return client
  }

  #beatLater(): void {
    clearTimeout(this.#beating ?? undefined)
    if (this.#closed) return
    // Random, so that workers do not ask all at once; short while the mailboxes must be won back.
    const pause = this.#lease.beatMs * (0.75 + Math.random() / 2) * (this.#session === null ? 0.1 : 1)
    this.#beating = setTimeout(() => void this.#beat().finally(() => this.#beatLater()), pause)
  }

  async #beat(): Promise<void> {
    const client = await this.#connected().catch((error: unknown) => {
      if (!this.#outage.loseConnection(error))
        this.#log.warn({ reason: String(error) }, 'no database session for the mailbox locks')
      return null
    })
    if (client === null) return
    try {
      const { rows } = await this.#ask<{ alive: boolean }>(client, 'select jobs.beat_worker() as alive', [])
      if (rows[0]?.alive === true) await this.#ask(client, 'select jobs.ask_unheld_releves()', [])
      else this.#lose(client, new Error('the database takes this worker for dead'))
    } catch (error) {
      // With any other error the database still answers.
      if (error instanceof pg.DatabaseError) this.#log.warn({ err: error }, 'mailboxes not asked for')
      else this.#lose(client, error)
    }
  }

  #lose(client: pg.Client, error: unknown): void {
    if (client !== this.#session) return
    this.#outage.tellUnlessLost(error, () =>
      this.#log.warn({ reason: String(error) }, 'database session of the mailbox locks lost'),
    )
    this.#session = null
    this.#connecting = null
    this.#taken.clear()
    client.end().catch(() => undefined)
    this.#beatLater()
    this.onLost()
  }
}

import pg from 'pg'
import type { Logger } from 'pino'

// A worker whose machine dies says nothing: PostgreSQL finds its session dead after 20 + 3 × 5 seconds.
const keepalive = '-c tcp_keepalives_idle=20 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3'

/**
 * Which mailboxes this worker has to itself. Held by one database session of its own (so not through a pooler in
 * transaction mode): when the worker ends, however it ends, they are free.
 */
export class MailboxLocks {
  /** Called when the session is gone, and with it every mailbox. */
  onLost: () => void = () => undefined
  /** Called when another worker was asked to read a mailbox that this one has. */
  onAsked: (id: number) => void = () => undefined
  readonly #url: string
  readonly #log: Logger
  readonly #taken = new Set<number>()
  #client: Promise<pg.Client> | null = null

  constructor(url: string, log: Logger) {
    this.#url = url
    this.#log = log
  }

  /** Takes a mailbox; false when another worker has it. */
  async take(id: number): Promise<boolean> {
    if (this.#taken.has(id)) return true
    const client = await this.#connected()
    const { rows } = await client.query('select jobs.lock_messagerie($1) as taken', [id])
    if (rows[0]?.taken === true) this.#taken.add(id)
    return this.#taken.has(id)
  }

  /** Gives a mailbox back. */
  async release(id: number): Promise<void> {
    if (this.#taken.delete(id))
      await (await this.#connected()).query('select jobs.unlock_messagerie($1)', [id])
  }

  async close(): Promise<void> {
    const client = await this.#client?.catch(() => null)
    // Not left to the end of the session, which PostgreSQL notices a little later: the next worker may ask at once.
    for (const id of this.#taken)
      await client?.query('select jobs.unlock_messagerie($1)', [id]).catch(() => undefined)
    this.#taken.clear()
    await client?.end()
  }

  #connected(): Promise<pg.Client> {
    this.#client ??= this.#connect().catch((error: unknown) => {
      this.#client = null
      throw error
    })
    return this.#client
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#url,
      options: keepalive,
      application_name: 'caserne locks',
    })
    client.on('error', (error) => {
      this.#log.warn({ err: error }, 'database session of the mailbox locks lost')
      this.#client = null
      this.#taken.clear()
      this.onLost()
    })
    client.on('notification', ({ payload }) => {
      if (this.#taken.has(Number(payload))) this.onAsked(Number(payload))
    })
    await client.connect()
    await client.query('select jobs.hear_releves()')
    return client
  }
}

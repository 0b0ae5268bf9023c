import type pg from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'
import { ImapSession } from './imap.ts'
import { ImapError, type MessagePlace } from './imap_error.ts'
import type { MailboxLocks } from './locks.ts'
import { fromRow, MailboxRow } from './mailbox_settings.ts'
import type { MessageReader } from './message_reader.ts'
import { rereadFetched } from './reread.ts'
import { storeMessage, storeUndelivered } from './store_message.ts'

// What jobs.begin_releve answers.
const Releve = MailboxRow.extend({
  messagerie_id: z.int(),
  sis_key: z.string(),
  uidvalidity: z.int().nullable(),
  last_uid: z.int(),
})
type Releve = z.infer<typeof Releve>

interface Connection {
  /** Settings that it was made with; when they change it is made anew. */
  settings: string
  session: ImapSession
}

/** The mailboxes that this worker reads: one connection each, kept open so that the server announces new mail. */
export class Mailboxes {
  readonly #pool: pg.Pool
  readonly #locks: MailboxLocks
  readonly #key: string
  readonly #reader: MessageReader
  readonly #log: Logger
  readonly #connections = new Map<number, Connection>()
  readonly #running = new Map<number, Promise<void>>()
  // Mailboxes that were asked for while they were being read.
  readonly #again = new Set<number>()
  readonly #patienceMs: number
  // By mailbox: the message that its server does not hand over, and since when.
  readonly #undelivered = new Map<number, MessagePlace & { since: number }>()

  /**
   * @param key MAILBOX_KEY, in base64.
   * @param patienceMs how long a server may withhold a message before the next ones are read.
   */
  constructor(
    pool: pg.Pool,
    locks: MailboxLocks,
    reader: MessageReader,
    key: string,
    log: Logger,
    patienceMs = 120_000,
  ) {
    this.#pool = pool
    this.#locks = locks
    this.#reader = reader
    this.#key = key
    this.#log = log
    this.#patienceMs = patienceMs
    locks.onLost = () => this.#dropAndAsk()
    locks.onAsked = (id) => {
      this.poll(id).catch((error: unknown) => log.error({ err: error, messagerie: id }, 'mailbox not read'))
    }
  }

  /**
   * Reads what is new in a mailbox; when another worker has it, that one is told to. Never throws for the mailbox's sake:
   * what goes wrong there stands in its health, and the next minute tries again. While the mailbox is being read it only
   * notes that it is to be read once more after that, however often it is asked, and returns at once.
   */
  async poll(id: number): Promise<void> {
    if (this.#running.has(id)) {
      this.#again.add(id)
      return
    }
    const run = this.#pollWhileAsked(id)
    this.#running.set(id, run)
    await run
  }

  /** Closes every connection and gives the mailboxes back. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#running.values())
    await this.#dropAll()
    await this.#locks.close()
  }

  async #pollWhileAsked(id: number): Promise<void> {
    try {
      await this.#poll(id)
    } finally {
      // In one step: nobody may ask between the look and the end.
      if (this.#again.delete(id)) await this.#pollWhileAsked(id)
      else this.#running.delete(id)
    }
  }

  async #poll(id: number): Promise<void> {
    if (!(await this.#locks.take(id))) {
      this.#undelivered.delete(id)
      await this.#pool.query('select jobs.pass_releve($1)', [id])
      return
    }
    const { rows } = await this.#pool.query('select jobs.begin_releve($1) as releve', [id])
    if (rows[0]?.releve == null) {
      this.#undelivered.delete(id)
      await this.#drop(id)
      await this.#locks.release(id)
      return
    }
    const releve = Releve.parse(rows[0].releve)
    try {
      const session = await this.#connect(releve)
      await session.readNew({ uidvalidity: releve.uidvalidity, uid: releve.last_uid }, (message) =>
        storeMessage(this.#pool, this.#reader, releve, message, this.#log),
      )
      this.#undelivered.delete(id)
      await rereadFetched(this.#pool, this.#reader, releve, session, this.#log)
      await this.#end(id, null)
    } catch (error) {
      await this.#drop(id)
      await this.#end(id, error instanceof Error ? error.message : String(error))
      // A mailbox that cannot be reached is its owner's matter; anything else is ours.
      if (!(error instanceof ImapError)) throw error
      this.#log.warn({ messagerie: id, reason: error.reason }, error.message)
      await this.#passOver(releve, error)
    }
  }

  // A message that its server withholds for long is entered as failed, so that it holds up the next ones no more.
  async #passOver(releve: Releve, { place, message }: ImapError): Promise<void> {
    const id = releve.messagerie_id
    if (place === undefined) return
    const known = this.#undelivered.get(id)
    const same = known?.uid === place.uid && known.uidvalidity === place.uidvalidity
    const since = same ? known.since : Date.now()
    this.#undelivered.set(id, { ...place, since })
    if (Date.now() - since < this.#patienceMs) return
    await storeUndelivered(this.#pool, releve, place, message)
    this.#undelivered.delete(id)
    this.#ask(id)
  }

  async #connect(releve: Releve): Promise<ImapSession> {
    const id = releve.messagerie_id
    const { uidvalidity: _, last_uid: __, expediteurs: ___, ...rest } = releve
    const settings = JSON.stringify(rest)
    const known = this.#connections.get(id)
    if (known?.settings === settings) return known.session
    if (known) await this.#drop(id)
    const session = await ImapSession.connect(fromRow(releve, this.#key), {
      onNews: () => this.#ask(id),
      onClose: () => {
        if (this.#connections.get(id)?.session === session) this.#connections.delete(id)
      },
      log: this.#log,
    })
    this.#connections.set(id, { settings, session })
    return session
  }

  #ask(id: number): void {
    this.#pool.query('select jobs.ask_releve($1)', [id]).catch((error: unknown) => {
      this.#log.warn({ err: error, messagerie: id }, 'new mail waits for the next minute')
    })
  }

  async #end(id: number, fault: string | null): Promise<void> {
    await this.#pool.query('select jobs.end_releve($1, $2)', [id, fault])
  }

  async #drop(id: number): Promise<void> {
    const connection = this.#connections.get(id)
    this.#connections.delete(id)
    await connection?.session.close()
  }

  // Without its locks a worker reads nothing; whoever takes a mailbox next, it shall not wait for the minute.
  async #dropAndAsk(): Promise<void> {
    const ids = [...this.#connections.keys()]
    await this.#dropAll()
    for (const id of ids) this.#ask(id)
  }

  async #dropAll(): Promise<void> {
    await Promise.all([...this.#connections.keys()].map((id) => this.#drop(id)))
  }
}

import { setMaxListeners } from 'node:events'
import type { Logger } from 'pino'
import { SILENCE_MS } from '../../mail/imap/client_options.ts'
import { ImapSession } from '../../mail/imap/imap.ts'
import type { ImapError } from '../../mail/imap/imap_error.ts'
import { fromRow, MessagerieRow } from './messagerie_row.ts'

/** How to connect to mail servers. */
export interface ConnectionOptions {
  /** MAILBOX_KEY, in base64. */
  key: string
  /** Whether mailboxes of a SIS may have a private address. The instance's mailbox always may. */
  privateHosts: boolean
  /** Silence after which a server counts as lost. */
  silenceMs?: number
}

/** A mailbox by its id, with its settings. */
export type ConnectedMessagerie = MessagerieRow & { messagerie_id: number; sis_key: string }

// The settings that a connection depends on.
const ConnectedBy = MessagerieRow.omit({ expediteurs: true, lire_depuis: true })

interface Connection {
  /** The settings it was made with. When they change, a new connection is made. */
  settings: string
  session: ImapSession
}

/** The open connections to mailboxes, one per mailbox. */
export class Connections {
  /** Called when a server announces mail. */
  onNews: (id: number) => void = () => undefined
  /** Called when a connection breaks that this worker did not drop. */
  onLost: (id: number, why: ImapError) => void = () => undefined
  readonly #options: ConnectionOptions
  readonly #log: Logger
  readonly #open = new Map<number, Connection>()
  readonly #stop = new AbortController()

  constructor(options: ConnectionOptions, log: Logger) {
    this.#options = options
    this.#log = log
    // Each connection adds a listener.
    setMaxListeners(0, this.#stop.signal)
  }

  get ids(): number[] {
    return [...this.#open.keys()]
  }

  /** Whether all connections were cut off. */
  get cut(): boolean {
    return this.#stop.signal.aborted
  }

  /**
   * Returns the open connection to a mailbox, or makes one if there is none or its settings changed. @throws
   * {ImapError} when no connection can be made.
   */
  async get(messagerie: ConnectedMessagerie): Promise<ImapSession> {
    const { messagerie_id: id, sis_key } = messagerie
    const settings = JSON.stringify(ConnectedBy.parse(messagerie))
    const known = this.#open.get(id)
    if (known?.settings === settings) return known.session
    await this.drop(id)
    const { key, privateHosts, silenceMs = SILENCE_MS } = this.#options
    // The operator chose the instance's server, so any address is allowed.
    const reach = sis_key === '*' ? 'any' : privateHosts ? 'private' : 'public'
    const events = {
      onNews: () => this.onNews(id),
      onClose: (why: ImapError) => this.#lose(id, session, why),
      log: this.#log,
    }
    const limits = { reach, signal: this.#stop.signal } as const
    const session = await ImapSession.connect(fromRow(messagerie, key, sis_key), events, silenceMs, limits)
    this.#open.set(id, { settings, session })
    return session
  }

  /** Ends the connection to a mailbox, if there is one. Never fails. */
  async drop(id: number): Promise<void> {
    const connection = this.#open.get(id)
    this.#open.delete(id)
    await connection?.session.close()
  }

  async dropAll(): Promise<void> {
    await Promise.all(this.ids.map((id) => this.drop(id)))
  }

  /** Cuts off every connection, also unfinished ones. Callers that wait for an answer get an error. */
  cutAll(): void {
    this.#stop.abort()
  }

  #lose(id: number, session: ImapSession, why: ImapError): void {
    if (this.#open.get(id)?.session !== session) return
    this.#open.delete(id)
    this.onLost(id, why)
  }
}

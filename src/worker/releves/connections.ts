import { setMaxListeners } from 'node:events'
import type { Logger } from 'pino'
import { SILENCE_MS } from '../../mail/imap/client_options.ts'
import { ImapSession } from '../../mail/imap/imap.ts'
import type { ImapError } from '../../mail/imap/imap_error.ts'
import type { HostList } from '../../text/host_list.ts'
import { type MessagerieKey, messagerieKey } from './messagerie_key.ts'
import { fromRow, MessagerieRow } from './messagerie_row.ts'

/** How to connect to mail servers. */
export interface ConnectionOptions {
  /** MAILBOX_KEY, in base64. */
  key: string
  /** MAILBOX_PRIVATE_HOSTS. The instance's mailbox may be anywhere. */
  privateHosts: HostList
  /** Silence after which a server counts as lost. */
  silenceMs?: number
}

/** A mailbox with its settings. */
type ConnectedMessagerie = MessagerieRow & { messagerie_id: number; sis_key: string }

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
  onNews: (key: MessagerieKey) => void = () => undefined
  /** Called when a connection breaks that this worker did not drop. */
  onLost: (key: MessagerieKey, why: ImapError) => void = () => undefined
  readonly #options: ConnectionOptions
  readonly #log: Logger
  readonly #open = new Map<MessagerieKey, Connection>()
  readonly #stop = new AbortController()

  constructor(options: ConnectionOptions, log: Logger) {
    this.#options = options
    this.#log = log
    // Each connection adds a listener.
    setMaxListeners(0, this.#stop.signal)
  }

  get keys(): MessagerieKey[] {
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
    const { sis_key } = messagerie
    const key = messagerieKey(messagerie)
    const settings = JSON.stringify(ConnectedBy.parse(messagerie))
    const known = this.#open.get(key)
    if (known?.settings === settings) return known.session
    await this.drop(key)
    const { key: mailboxKey, privateHosts, silenceMs = SILENCE_MS } = this.#options
    // The operator chose the instance's server, so any address is allowed.
    const reach = sis_key === '*' ? 'any' : privateHosts
    const events = {
      onNews: () => this.onNews(key),
      onClose: (why: ImapError) => this.#lose(key, session, why),
      log: this.#log,
    }
    const limits = { reach, signal: this.#stop.signal } as const
    const session = await ImapSession.connect(
      fromRow(messagerie, mailboxKey, sis_key),
      events,
      silenceMs,
      limits,
    )
    this.#open.set(key, { settings, session })
    return session
  }

  /** Ends the connection to a mailbox, if there is one. Never fails. */
  async drop(key: MessagerieKey): Promise<void> {
    const connection = this.#open.get(key)
    this.#open.delete(key)
    await connection?.session.close()
  }

  async dropAll(): Promise<void> {
    await Promise.all(this.keys.map((key) => this.drop(key)))
  }

  /** Cuts off every connection, also unfinished ones. Callers that wait for an answer get an error. */
  cutAll(): void {
    this.#stop.abort()
  }

  #lose(key: MessagerieKey, session: ImapSession, why: ImapError): void {
    if (this.#open.get(key)?.session !== session) return
    this.#open.delete(key)
    this.onLost(key, why)
  }
}

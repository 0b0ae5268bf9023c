import type { ImapFlow } from 'imapflow'
import { explain, type ImapError, late, silent } from './imap_error.ts'
import type { MailboxSettings } from './mailbox_settings.ts'

// Silences that an answer may take: a server that sends byte after byte is never silent.
const ANSWER = 2

/** What a mail server answers on one connection: told from a server that hung, refused, crawled or left. */
export class ImapAnswers {
  /** What broke the connection. */
  fault: unknown = null
  readonly #settings: MailboxSettings
  readonly #client: ImapFlow
  readonly #silenceMs: number

  constructor(settings: MailboxSettings, client: ImapFlow, silenceMs: number) {
    this.#settings = settings
    this.#client = client
    this.#silenceMs = silenceMs
  }

  /**
   * An answer in an open folder. imapflow answers `false`, nothing, or even an empty list where the server hung, refused or
   * left: only an answer on a connection that still stands says anything.
   * @throws {ImapError} when it is none.
   */
  async ask<T>(answer: Promise<T | false | undefined>, silences?: number): Promise<T> {
    const given = await this.bounded(answer, silences).catch((error: unknown) => {
      throw this.failure(error)
    })
    const stands = this.#client.usable && this.#client.mailbox
    if (!stands || given === false || given === undefined) throw this.failure(null)
    return given
  }

  /** Ends the connection when an answer takes longer than so many silences, which fails what waits for it. */
  async bounded<T>(answer: Promise<T>, silences = ANSWER): Promise<T> {
    const timer = setTimeout(() => {
      this.fault ??= late(this.#settings)
      this.#client.close()
    }, silences * this.#silenceMs)
    return await answer.finally(() => clearTimeout(timer))
  }

  /** Why there was no answer, given the error there was in its place, if any. */
  failure(error: unknown): ImapError {
    const fault = this.fault ?? error
    if (fault !== null || this.#client.usable) return explain(this.#settings, fault)
    return silent(this.#settings, this.#client.byeReason)
  }
}

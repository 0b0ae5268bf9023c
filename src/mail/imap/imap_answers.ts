import type { ImapFlow } from 'imapflow'
import { explain, type ImapError, late, silent } from './imap_error.ts'
import type { MailboxSettings } from './mailbox_settings.ts'

// Silences that an answer may take. A server that sends byte after byte is never silent.
const ANSWER = 2

/**
 * The answers of a mail server on one connection, as opposed to a server that hung, refused, crawled or left.
 */
export class ImapAnswers {
  /** The error that broke the connection. */
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
   * Waits for an answer in an open folder. imapflow answers `false`, nothing or an empty list even if the
   * server hung, refused or left. So an answer counts only while the connection stands.
   * @throws {ImapError} when there is no answer.
   */
  async ask<T>(answer: Promise<T | false | undefined>, silences?: number): Promise<T> {
    const given = await this.bounded(answer, silences).catch((error: unknown) => {
      throw this.failure(error)
    })
    const stands = this.#client.usable && this.#client.mailbox
    if (!stands || given === false || given === undefined) throw this.failure(null)
    return given
  }

  /** Ends the connection if an answer takes longer than this many silences; then all waiting calls fail. */
  async bounded<T>(answer: Promise<T>, silences = ANSWER): Promise<T> {
    const timer = setTimeout(() => {
      this.fault ??= late(this.#settings)
      this.#client.close()
    }, silences * this.#silenceMs)
    return await answer.finally(() => clearTimeout(timer))
  }

  /** The reason why there was no answer, from the error that came instead, if any. */
  failure(error: unknown): ImapError {
    const fault = this.fault ?? error
    if (fault !== null || this.#client.usable) return explain(this.#settings, fault)
    return silent(this.#settings, this.#client.byeReason)
  }
}

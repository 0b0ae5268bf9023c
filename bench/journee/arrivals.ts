import { setTimeout as pause } from 'node:timers/promises'
import type { Dovecot } from '../../test/support/dovecot.ts'
import { adresseOf, type Mail, type Place } from './mailboxes.ts'
import type { Tally } from './tally.ts'

/** The alarms of the day: delivers their mails, and times until screens see them. */
export class Arrivals {
  readonly #mails: Mail[]
  readonly #tally: Tally
  // When the mail of an alarm was delivered, by the alarm's place.
  readonly #delivered = new Map<string, number>()
  /** How often a screen must see an alarm. */
  readonly expected: number
  /** How often a screen has seen an alarm. */
  seen = 0

  /** @param screens number of screens, which are dealt to the SIS in turn */
  constructor(mails: Mail[], places: Place[], screens: number, tally: Tally) {
    this.#mails = mails
    this.#tally = tally
    const at = new Map(places.map(({ sis }, n) => [sis, n]))
    const screensOf = (sis: string) => Math.ceil((screens - (at.get(sis) ?? 0)) / places.length)
    this.expected = mails.reduce((sum, { sis }) => sum + Math.max(0, screensOf(sis)), 0)
  }

  /** Whether all screens have seen their alarms. */
  get complete(): boolean {
    return this.seen >= this.expected
  }

  /** Delivers the mails one by one over a time in ms. */
  async deliver(dovecot: Dovecot, over: number): Promise<void> {
    const began = performance.now()
    for (const [n, { mail, sis }] of this.#mails.entries()) {
      await pause(Math.max(0, began + (over * n) / this.#mails.length - performance.now()))
      this.#delivered.set(adresseOf(n), performance.now())
      dovecot.deliver(mail, sis)
    }
  }

  /** A screen sees the alarm of a place. */
  see(adresse: string): void {
    const since = this.#delivered.get(adresse)
    if (since === undefined) return
    this.seen += 1
    this.#tally.take('from the mail to a screen', performance.now() - since)
  }
}

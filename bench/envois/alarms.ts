import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Dovecot } from '../../test/support/dovecot.ts'
import { adresseOf, composeMails, type Place } from '../journee/mailboxes.ts'

const LOOK_MS = 25

/** An alarm that was mailed. Times are in ms since 1970. */
export interface Mailed {
  adresse: string
  delivered: number
  /** When its intervention could be read. */
  opened?: number
  /** Its id, and when the transaction began that stored it. */
  stored?: { id: number; at: number }
}

/** Mails alarms to a SIS, and finds out what became of each. */
export class Alarms {
  readonly #client: pg.Client
  readonly #dovecot: Dovecot
  readonly #sis: string
  readonly #mails: Buffer[]
  #sent = 0

  private constructor(client: pg.Client, dovecot: Dovecot, sis: string, mails: Buffer[]) {
    this.#client = client
    this.#dovecot = dovecot
    this.#sis = sis
    this.#mails = mails
  }

  /** Composes alarms before anything is measured, so that this costs no time then. */
  static async compose(client: pg.Client, dovecot: Dovecot, place: Place, count: number): Promise<Alarms> {
    const mails = (await composeMails([place], count)).map(({ mail }) => mail)
    return new Alarms(client, dovecot, place.sis, mails)
  }

  deliver(): Mailed {
    const mail = this.#mails[this.#sent]
    if (mail === undefined) throw new Error(`${this.#sis}: all ${this.#mails.length} alarms were sent`)
    const adresse = adresseOf(this.#sent++)
    this.#dovecot.deliver(mail, this.#sis)
    return { adresse, delivered: Date.now() }
  }

  /** Delivers alarms, `rate` a second, until the work has ended. Looks for their interventions meanwhile. */
  async deliverDuring(rate: number, work: Promise<void>): Promise<Mailed[]> {
    const mailed: Mailed[] = []
    let [ended, began] = [false, Date.now()]
    const over = work.finally(() => {
      ended = true
    })
    while (!ended || mailed.some(({ opened }) => opened === undefined)) {
      const due = Date.now() - began >= (mailed.length * 1_000) / rate
      // On a slow machine the work may take longer than there are mails.
      if (!ended && due && this.#sent < this.#mails.length) mailed.push(this.deliver())
      await this.#look(mailed.filter(({ opened }) => opened === undefined))
      await pause(LOOK_MS)
    }
    await over
    return mailed
  }

  /** Waits until an alarm is stored. */
  async stored(mailed: Mailed): Promise<{ id: number; at: number }> {
    for (;;) {
      await this.#look([mailed])
      if (mailed.stored) return mailed.stored
      await pause(LOOK_MS)
    }
  }

  async #look(mailed: Mailed[]): Promise<void> {
    if (mailed.length === 0) return
    const { rows } = await this.#client.query(
      `select a.id::integer, a.adresse, extract(epoch from a.created_at)::double precision * 1000 as at, a.intervention_id is not null as open
         from app.alarmes a
        where a.sis_key = $1 and a.date > now() - interval '1 hour' and a.adresse = any ($2)`,
      [this.#sis, mailed.map(({ adresse }) => adresse)],
    )
    for (const { id, adresse, at, open } of rows) {
      const found = mailed.find((each) => each.adresse === adresse)
      if (found === undefined) continue
      found.stored ??= { id, at }
      if (open) found.opened ??= Date.now()
    }
  }
}

import type { Metrics } from '../../process/metrics.ts'
import type { Stored } from './store_message.ts'

// Seconds. Mail servers give the arrival of a mail in whole seconds.
const BUCKETS = [1, 2, 5, 10, 20, 30, 60, 120, 300, 900, 3_600]

/** Measures how long mails take from their arrival in the mailbox until they are stored. */
export class Arrivals {
  readonly #lag
  // Mails that are being read: the SIS of their mailbox, and when they arrived, in ms.
  readonly #under = new Set<{ sis: string; arrived: number }>()

  constructor(metrics: Metrics) {
    this.#lag = metrics.histogram(
      'alarme_lag_seconds',
      'From the arrival of a mail in its mailbox until its alarm was stored; for each SIS concerned.',
      ['sis'],
      BUCKETS,
    )
    const oldest = metrics.gauge(
      'message_unfinished_seconds',
      'Age of the oldest mail that this worker is reading and has not stored yet; by the SIS of the mailbox.',
      ['sis'],
    )
    metrics.beforeScrape(() => {
      oldest.reset()
      for (const [sis, mails] of Map.groupBy(this.#under, (each) => each.sis))
        oldest.set({ sis }, age(Math.min(...mails.map(({ arrived }) => arrived))))
    })
  }

  /**
   * Follows a mail while it is stored.
   * @param arrived when it arrived, according to the mail server; without it nothing is measured
   * @param store stores it, and tells what was stored
   */
  async follow<T>(
    sis: string,
    arrived: Date | null,
    store: (note: (stored: Stored) => void) => Promise<T>,
  ): Promise<T> {
    if (arrived === null) return await store(() => undefined)
    const mail = { sis, arrived: arrived.getTime() }
    this.#under.add(mail)
    try {
      return await store((stored) => this.#note(stored, mail.arrived))
    } finally {
      this.#under.delete(mail)
    }
  }

  #note({ nouveau, etat, sis = [] }: Stored, arrived: number): void {
    if (nouveau && etat === 'alarm') for (const each of sis) this.#lag.observe({ sis: each }, age(arrived))
  }
}

// Seconds since an instant. The clock of the mail server may be ahead of ours.
function age(instant: number): number {
  return Math.max(0, Date.now() - instant) / 1_000
}

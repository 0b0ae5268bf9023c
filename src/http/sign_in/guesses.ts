import type { ClientBase, Pool } from 'pg'
import type { Config } from '../../config.ts'
import { withClient } from '../../db/pool.ts'
import type { Metrics } from '../../process/metrics.ts'
import { accountOf, networkOf, Throttle } from '../admission/throttle.ts'
import { followTrace } from '../watch/follow_trace.ts'

/**
 * Runs statements that check a password. It limits how many run at once, and the failures per account and per
 * address.
 */
export class Guesses {
  readonly #slots: Pool
  readonly #requireSlot: () => void
  readonly #failuresByAccount: Throttle
  readonly #failuresByAddress: Throttle

  /**
   * @param slots the small pool on which passwords are hashed
   * @param requireSlot throws 503 if an attempt would wait too long for one
   */
  constructor(
    auth: Pool,
    slots: Pool,
    config: Pick<Config, 'FAILURES_ALLOWED' | 'FAILURES_MINUTES'>,
    metrics: Metrics,
    requireSlot: () => void,
  ) {
    this.#slots = slots
    this.#requireSlot = requireSlot
    const failures = { times: config.FAILURES_ALLOWED, seconds: config.FAILURES_MINUTES * 60 }
    this.#failuresByAccount = new Throttle(auth, { name: 'compte', ...failures }, metrics)
    this.#failuresByAddress = new Throttle(auth, { name: 'adresse', ...failures }, metrics)
  }

  /**
   * Runs a statement whose `answer` is null for a wrong password. A failure is counted before hashing, and taken back
   * if the password was right. Counting happens within a slot: an address never has more attempts under way than
   * there are slots, so a station whose people all sign in at once is not taken for an attack.
   * @throws 429 after too many failures; 503 if it would wait too long; errors of the statement
   */
  async guard(email: string, address: string, text: string, values: unknown[]): Promise<unknown> {
    const [account, network] = [accountOf(email), networkOf(address)]
    this.#requireSlot()
    // An attempt that is refused anyway must not occupy a slot.
    await together(this.#failuresByAddress.look(network), this.#failuresByAccount.look(account))
    return await withClient(this.#slots, async (slot) => {
      await this.#failuresByAddress.count(network)
      const answer = await this.#guess(account, slot, text, values).catch(async (error: unknown) => {
        await this.#failuresByAddress.giveBack(network)
        throw error
      })
      if (answer !== null)
        await together(this.#failuresByAddress.giveBack(network), this.#failuresByAccount.clear(account))
      return answer
    })
  }

  /** Forgets the failures of an account. */
  async forgive(email: string): Promise<void> {
    await this.#failuresByAccount.clear(accountOf(email))
  }

  // An attempt on a closed account is no failure of its address: closing an account must not close the whole station.
  async #guess(account: string, slot: ClientBase, text: string, values: unknown[]): Promise<unknown> {
    await this.#failuresByAccount.count(account)
    // PostgreSQL cannot store NUL in a text, so no e-mail or password contains it.
    if (values.some((value) => typeof value === 'string' && value.includes('\0'))) return null
    return await slot.query<{ answer: unknown }>(followTrace({ text, values })).then(
      ({ rows }) => rows[0]?.answer ?? null,
      async (error: unknown) => {
        await this.#failuresByAccount.giveBack(account)
        throw error
      },
    )
  }
}

// Waits for both, on two connections at once. @throws the error of the first, else of the second
async function together(...works: [Promise<void>, Promise<void>]): Promise<void> {
  for (const done of await Promise.allSettled(works)) if (done.status === 'rejected') throw done.reason
}

import { setTimeout as pause } from 'node:timers/promises'
import { errorText } from '../text/error_text.ts'
import { type Loss, lossOf } from './connection_errors.ts'
import { newClient } from './new_client.ts'

/** Log for outages, such as the program's. */
export interface OutageLog {
  warn(details: object, message: string): void
}

const PATIENCE_MS = 2_000
const SHORTEST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 5_000
const lost = { all: 'database lost', writing: 'database takes no writes' }
const back = { all: 'database back', writing: 'database takes writes again' }

// An outage, with the requests that have failed since it began.
interface Episode {
  since: number
  /** Whether the database was found to be lost, and not just some connections. */
  certain: boolean
  /** Resolves with the same once the database was asked. */
  verdict: Promise<boolean>
  refused: number
  connections: number
}

/**
 * Tells of a database that is lost once, and once when it is back, however many requests fail meanwhile. A connection
 * of its own looks whether the database is lost: a pool may also be exhausted, and a statement too slow.
 */
export class Outage {
  readonly #url: string
  readonly #log: OutageLog
  readonly #episodes = new Map<Loss, Episode>()

  constructor(url: string, log: OutageLog) {
    this.#url = url
    this.#log = log
  }

  /** Counts a request that failed. @returns whether the outage logs it, so that nobody else need do so */
  note(error: unknown): boolean {
    return this.#count(error, 'refused')
  }

  /** Whether the database is lost, and not just slow. Asks it, unless that is known. */
  async confirm(error: unknown): Promise<boolean> {
    const episode = this.#episodeOf('all', error)
    return episode.certain || (await episode.verdict)
  }

  /** Whether the database does not answer. */
  get isLost(): boolean {
    return this.#episodes.get('all')?.certain === true
  }

  /** Counts a connection that broke while no request used it. @returns as `note` */
  loseConnection(error: unknown): boolean {
    return this.#count(error, 'connections')
  }

  /** Calls `tell` for a session that broke, unless its database is lost: the outage then logs both. */
  tellUnlessLost(error: unknown, tell: () => void): void {
    const lost = this.loseConnection(error) ? this.confirm(error) : Promise.resolve(false)
    void lost.then((isLost) => {
      if (!isLost) tell()
    })
  }

  /** Looks whether the database is lost, for a reason that is not an error of one request or connection. */
  suspect(reason: string): void {
    this.#episodeOf('all', reason)
  }

  #count(error: unknown, what: 'refused' | 'connections'): boolean {
    const loss = lossOf(error)
    if (loss !== null) this.#episodeOf(loss, error)[what] += 1
    return loss !== null
  }

  #episodeOf(loss: Loss, error: unknown): Episode {
    const all = this.#episodes.get('all')
    // A database that cannot be read cannot be written either.
    const known = loss === 'all' || all?.certain === true ? all : this.#episodes.get(loss)
    if (known !== undefined) return known
    const answers = this.#answers(loss)
    const verdict = answers.then((each) => !each)
    const episode = { since: performance.now(), certain: false, verdict, refused: 0, connections: 0 }
    this.#episodes.set(loss, episode)
    void this.#follow(loss, episode, errorText(error).trim(), answers)
    return episode
  }

  async #follow(loss: Loss, episode: Episode, reason: string, first: Promise<boolean>): Promise<void> {
    for (
      let wait = SHORTEST_PAUSE_MS, answers = await first;
      !answers;
      wait = Math.min(wait * 1.5, LONGEST_PAUSE_MS)
    ) {
      if (!episode.certain) this.#log.warn({ reason }, lost[loss])
      episode.certain = true
      await pause(wait, undefined, { ref: false })
      answers = await this.#answers(loss)
    }
    // Others fail together with the first one.
    if (!episode.certain) await pause(SHORTEST_PAUSE_MS, undefined, { ref: false })
    this.#episodes.delete(loss)
    const { since, certain, refused, connections } = episode
    const counts = { ...(refused > 0 && { refused }), ...(connections > 0 && { connections }) }
    const seconds = Math.round((performance.now() - since) / 100) / 10
    if (certain) this.#log.warn({ seconds, ...counts }, back[loss])
    else this.#log.warn({ reason, ...counts }, 'database connections lost')
  }

  async #answers(loss: Loss): Promise<boolean> {
    const client = newClient({
      connectionString: this.#url,
      application_name: 'caserne outage',
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
      const { rows } = await client.query(
        "select pg_catalog.current_setting('transaction_read_only') as read_only",
      )
      return loss === 'all' || rows[0]?.read_only === 'off'
    } catch {
      return false
    } finally {
      // Nobody waits: a frozen database does not answer.
      void client.end().catch(() => undefined)
    }
  }
}

const known = new WeakMap<OutageLog, Map<string, Outage>>()

/** The outage of the database at an address, one for all pools of a program that log to the same place. */
export function outageAt(url: string, log: OutageLog): Outage {
  const outages = known.get(log) ?? new Map<string, Outage>()
  known.set(log, outages)
  const { host, pathname } = new URL(url)
  const outage = outages.get(host + pathname) ?? new Outage(url, log)
  outages.set(host + pathname, outage)
  return outage
}

const origins = new WeakMap<object, Outage>()

/** Remembers whose error this is, for `isTold`. */
export function blame(error: unknown, outage: Outage | null): void {
  if (outage !== null && typeof error === 'object' && error !== null) origins.set(error, outage)
}

/** Counts a request that failed by this error. @returns whether the outage of a database logs it */
export function isTold(error: unknown): boolean {
  return typeof error === 'object' && error !== null && origins.get(error)?.note(error) === true
}

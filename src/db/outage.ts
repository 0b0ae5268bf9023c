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
const lost = {
  all: 'database lost',
  writing: 'database takes no writes',
  room: 'database has no room for writes',
}
const back = {
  all: 'database back',
  writing: 'database takes writes again',
  room: 'database has room for writes again',
}
// New pages that a database takes before it counts as having room again.
const ROOM = 16

// An outage, with the requests that have failed since it began.
interface Episode {
  since: number
  /** Whether the database was found to be lost, and not just some connections. */
  certain: boolean
  /** Resolves with the same once the database was asked. */
  verdict: Promise<boolean>
  refused: number
  connections: number
  /** Kinds of refusals that were logged. */
  told: Set<string>
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

  /** Whether the database refuses writes for want of disk. */
  get isFull(): boolean {
    return this.#episodes.get('room')?.certain === true
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

  /** Looks what is lost, for a reason that is not an error of one request or connection. */
  suspect(reason: string, loss: Loss = 'all'): void {
    this.#episodeOf(loss, reason)
  }

  #count(error: unknown, what: 'refused' | 'connections'): boolean {
    const loss = lossOf(error)
    if (loss === null) return false
    const episode = this.#episodeOf(loss, error)
    episode[what] += 1
    if (loss === 'room') this.#tellKind(episode, errorText(error).trim())
    return true
  }

  // Names of files differ by numbers only.
  #tellKind({ told }: Episode, reason: string): void {
    const kind = reason.replaceAll(/\d+/g, '')
    if (!told.has(kind)) this.#log.warn({ reason }, lost.room)
    told.add(kind)
  }

  #episodeOf(loss: Loss, error: unknown): Episode {
    const all = this.#episodes.get('all')
    // A database that cannot be read cannot be written either.
    const known = loss === 'all' || all?.certain === true ? all : this.#episodes.get(loss)
    if (known !== undefined) return known
    // A write that found no room leaves no doubt.
    const certain = loss === 'room'
    const answers = certain ? Promise.resolve(false) : this.#answers(loss)
    const verdict = answers.then((each) => !each)
    const counts = { refused: 0, connections: 0 }
    const episode = { since: performance.now(), certain, verdict, ...counts, told: new Set<string>() }
    this.#episodes.set(loss, episode)
    const reason = errorText(error).trim()
    if (certain) this.#tellKind(episode, reason)
    void this.#follow(loss, episode, reason, answers)
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
      const { refused } = episode
      await pause(wait, undefined, { ref: false })
      // A tablespace of its own may still be full.
      answers = (await this.#answers(loss)) && (loss !== 'room' || episode.refused === refused)
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
      if (loss === 'room') {
        await client.query('select request.check_room($1)', [ROOM])
        return true
      }
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

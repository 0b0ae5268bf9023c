import type { Backlog } from '../../process/backlog.ts'
import { loopDelay } from '../../process/loop_delay.ts'
import type { Metrics } from '../../process/metrics.ts'
import { refusals } from '../refusals/errors.ts'
import { Overload, type OverloadLog } from './overload.ts'

/** How soon a request must be served beside others: alarms before all, figures and documents after all. */
export type Urgency = 'urgent' | 'usual' | 'deferrable'

/** Resources that requests wait for: connections of a pool, or a thread. */
type LaneName = 'api' | 'auth' | 'passwords' | 'graphql'

/** Requests of one kind wait together. */
export interface Lane {
  name: LaneName
  backlogs: Backlog[]
  /** The longest wait, in ms, if it is another than elsewhere. */
  waitMs?: number
}

// Share of the longest wait that a request may expect, so that an overload refuses the deferrable ones first.
const SHARES: Record<Urgency, number> = { urgent: 1, usual: 0.7, deferrable: 0.35 }
// Many who come at once may wait longer than those who find a queue that does not end: that one only grows.
const STANDING_MS = 1_000
const SHARE_OF_STANDING = 0.4

// How often a request waits for its turn in the event loop: when it arrives, when its connection is free, when the
// database has answered, and when the answer leaves.
const TURNS = 4
// With fewer requests at once, a late event loop means a busy machine and no overload.
const FEW = 32

/** Limits of waiting. */
interface AdmissionOptions {
  /** The longest wait that is accepted, in ms; 0: any. */
  waitMs: number
  log: OverloadLog
  metrics: Metrics
}

/**
 * Refuses at once what would wait too long. A request that cannot be served in time costs the others least if it is
 * refused before anything was done for it.
 */
export class Admission {
  readonly #options: AdmissionOptions
  readonly #overloads = new Map<string, Overload>()
  #open = 0
  readonly #refused

  constructor(options: AdmissionOptions) {
    this.#options = options
    this.#refused = options.metrics.counter(
      'overload_refused_total',
      'Requests refused because they would have waited too long; by what they would have waited for, and urgency.',
      ['lane', 'urgency'],
    )
  }

  /**
   * Notes that a request is being answered.
   * @returns what to call when its answer begins to leave, or it is given up
   */
  enter(): () => void {
    this.#open += 1
    let left = false
    return () => {
      if (!left) this.#open -= 1
      left = true
    }
  }

  /**
   * Refuses a request that would wait too long. The refusal is counted and told.
   * @param urgencyOf asked only if a deferrable request would wait too long
   * @throws 503
   */
  require(lane: Lane, urgencyOf: () => Urgency = () => 'usual'): void {
    if (this.#options.waitMs === 0) return
    const wait = queued(lane) + (this.#open > FEW ? TURNS * loopDelay() : 0)
    const longest = (lane.waitMs ?? this.#options.waitMs) * (isStanding(lane) ? SHARE_OF_STANDING : 1)
    if (wait <= longest * SHARES.deferrable) return
    const urgency = urgencyOf()
    if (wait <= longest * SHARES[urgency]) return
    this.#refused.inc({ lane: lane.name, urgency })
    this.#overloadOf(lane.name).note(wait)
    throw refusals.overloaded()
  }

  #overloadOf(lane: LaneName): Overload {
    const known = this.#overloads.get(lane) ?? new Overload(lane, this.#options.log)
    this.#overloads.set(lane, known)
    return known
  }
}

function isStanding({ backlogs }: Lane): boolean {
  return backlogs.some((backlog) => backlog.standing() > STANDING_MS)
}

function queued({ backlogs }: Lane): number {
  let longest = 0
  for (const backlog of backlogs) longest = Math.max(longest, backlog.expectedWait())
  return longest
}

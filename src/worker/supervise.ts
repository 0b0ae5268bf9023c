import { setTimeout as wait } from 'node:timers/promises'
import type { Runner } from 'graphile-worker'
import type { Logger } from 'pino'
import type { Outage } from '../db/outage.ts'

/** Milliseconds before an ended runner is started again: at first, and at most. */
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 5_000
// A stop waits for running jobs, but not for one that hangs.
const STOP_MS = 10_000

/** A queue runner that is restarted when it ends. */
export interface Supervised {
  /** Waits ten seconds at most for running jobs, and starts no further runner. */
  stop(): Promise<void>
}

/**
 * Starts a queue runner, and restarts it when it ends by itself, for example because its database was lost.
 * The pause grows with each failure.
 * @param outage logs a lost database, for all runners together
 * @throws when the first runner does not start
 */
export async function supervise(
  start: () => Promise<Runner>,
  outage: Outage,
  log: Logger,
): Promise<Supervised> {
  const stopping = new AbortController()
  let runner: Runner | null = await start()
  const watch = async () => {
    for (
      let pause = FIRST_PAUSE_MS;
      !stopping.signal.aborted;
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS)
    ) {
      const fault: unknown = await (runner?.promise ?? Promise.resolve()).then(
        () => null,
        (error: unknown) => error,
      )
      if (stopping.signal.aborted) return
      const ended = { reason: fault && String(fault), pause }
      if (!outage.isLost) outage.tellUnlessLost(fault, () => log.error(ended, 'queue runner ended'))
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      runner = await start().catch((error: unknown) => {
        if (!outage.loseConnection(error)) log.error({ reason: String(error) }, 'queue runner does not start')
        return null
      })
      if (runner !== null) pause = FIRST_PAUSE_MS / 2
      // Nobody stops one that has started meanwhile.
      if (stopping.signal.aborted) await Promise.allSettled([runner?.stop(), runner?.promise])
    }
  }
  const watched = watch()
  return {
    stop: async () => {
      stopping.abort()
      const stopped = Promise.resolve(runner?.stop())
        .catch(() => undefined)
        .then(() => watched)
      await Promise.race([stopped, wait(STOP_MS, undefined, { ref: false })])
    },
  }
}

import { setTimeout as wait } from 'node:timers/promises'
import type { Runner } from 'graphile-worker'
import type { Logger } from 'pino'

/** Milliseconds before a runner that ended is started again: at first, and at most. */
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

/** A queue runner that is kept running. */
export interface Supervised {
  /** Lets running jobs end, and starts no other runner. */
  stop(): Promise<void>
}

/**
 * Keeps a queue runner running: one that ends by itself (its database went away under it, say) is started again, after a
 * pause that grows with each failure.
 * @throws when the first one does not start
 */
export async function supervise(start: () => Promise<Runner>, log: Logger): Promise<Supervised> {
  const stopping = new AbortController()
  let runner: Runner | null = await start()
  const watch = async () => {
    for (
      let pause = FIRST_PAUSE_MS;
      !stopping.signal.aborted;
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS)
    ) {
      const fault = await (runner?.promise ?? Promise.resolve()).then(() => null, String)
      if (stopping.signal.aborted) return
      log.error({ reason: fault, pause }, 'queue runner ended')
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      runner = await start().catch((error: unknown) => {
        log.error({ reason: String(error) }, 'queue runner does not start')
        return null
      })
      if (runner !== null) pause = FIRST_PAUSE_MS / 2
    }
  }
  const watched = watch()
  return {
    stop: async () => {
      stopping.abort()
      await runner?.stop().catch(() => undefined)
      await watched
    },
  }
}

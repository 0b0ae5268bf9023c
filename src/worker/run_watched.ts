import type { Runner } from 'graphile-worker'
import type { Pulse } from './pulse.ts'

/**
 * Returns a runner whose promise also ends when its pulse is lost. Such a runner stops when it can, and nobody waits for
 * it.
 * @param starting the runner, which may never start either
 */
export async function runWatched(starting: Promise<Runner>, pulse: Pulse): Promise<Runner> {
  pulse.lost.catch(() => starting.then((runner) => runner.stop()).catch(() => undefined))
  const runner = await Promise.race([starting, pulse.lost]).catch((error: unknown) => {
    pulse.end()
    throw error
  })
  const promise = Promise.race([runner.promise, pulse.lost]).finally(() => pulse.end())
  return {
    ...runner,
    promise,
    stop: (reason) => {
      pulse.end()
      return runner.stop(reason)
    },
  }
}

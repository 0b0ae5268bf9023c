import { type Runner, type RunnerOptions, run, type WorkerEvents } from 'graphile-worker'
import { mayHaveRun } from '../db/connection_errors.ts'

/**
 * Starts a queue runner, which ends with an error if a question for a job fails in one of two ways:
 *
 * - It is the first one. graphile-worker asks only once for the ids of its tasks: if the database is lost just then, it
 *   keeps the error and never finds a job again.
 * - The database may carry it out later, after a lock or a freeze. The job is then held by a runner that does not know
 *   it, for hours, unless that runner ends.
 *
 * Nobody waits for such a runner, which still does the jobs that it has.
 */
export async function runAcquainted(options: RunnerOptions & { events: WorkerEvents }): Promise<Runner> {
  const { events } = options
  const runner = await run(options)
  const failed = Promise.withResolvers<never>()
  // Those who wait for it get the error as well.
  failed.promise.catch(() => undefined)
  let isAcquainted = false
  events.on('worker:getJob:error', ({ error }) => {
    if (isAcquainted && !mayHaveRun(error)) return
    failed.reject(error)
    runner.stop().catch(() => undefined)
  })
  for (const event of ['worker:getJob:empty', 'job:start'] as const)
    events.once(event, () => {
      isAcquainted = true
    })
  return { ...runner, promise: Promise.race([runner.promise, failed.promise]) }
}

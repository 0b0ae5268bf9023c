import { type Runner, type RunnerOptions, run, type WorkerEvents } from 'graphile-worker'
import { mayHaveRun } from '../db/connection_errors.ts'

/**
 * Starts a queue runner, which ends with an error if one of these questions for a job fails:
 *
 * - The first one. graphile-worker asks only once for the ids of its tasks: if the database is lost just then, it keeps
 *   the error and never finds a job again.
 * - One that the database may still carry out, after a lock or a freeze. The runner then holds a job that it does not
 *   know, for hours, unless it ends.
 *
 * The error comes at once. The runner still does the jobs that it has.
 */
export async function runAcquainted(options: RunnerOptions & { events: WorkerEvents }): Promise<Runner> {
  const { events } = options
  const runner = await run(options)
  const failed = Promise.withResolvers<never>()
  // Its error reaches the caller by the race below.
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

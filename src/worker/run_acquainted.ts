import { type Runner, type RunnerOptions, run, type WorkerEvents } from 'graphile-worker'

/**
 * Starts a queue runner, which ends with an error if its first question for a job fails. graphile-worker asks only once
 * for the ids of its tasks: if the database is lost just then, it keeps the error and never finds a job again.
 */
export async function runAcquainted(options: RunnerOptions & { events: WorkerEvents }): Promise<Runner> {
  const { events } = options
  const runner = await run(options)
  let fault: unknown = null
  const end = ({ error }: { error: unknown }) => {
    fault = error
    runner.stop().catch(() => undefined)
  }
  events.once('worker:getJob:error', end)
  for (const event of ['worker:getJob:empty', 'job:start'] as const)
    events.once(event, () => events.off('worker:getJob:error', end))
  const promise = runner.promise.then(() => {
    if (fault !== null) throw fault
  })
  return { ...runner, promise }
}

import type { JobHelpers, Task, TaskList } from 'graphile-worker'
import { DatabaseError } from 'pg'

const PAUSE_MS = 60_000

/**
 * Tasks whose jobs wait while their SIS lives in another database. Such a job is queued again, and not failed: the
 * queue gives up what has failed too often.
 */
export function awaitHomes(tasks: TaskList): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, task && awaiting(name, task as Task)]),
  )
}

function awaiting(name: string, task: Task): Task {
  return async (payload: unknown, helpers: JobHelpers) => {
    try {
      return await task(payload, helpers)
    } catch (error) {
      if (!isAway(error)) throw error
      const { key, max_attempts: maxAttempts, priority } = helpers.job
      const queueName = await helpers.getQueueName()
      await helpers.addJob(name, payload, {
        runAt: new Date(Date.now() + PAUSE_MS),
        maxAttempts,
        priority,
        ...(queueName !== null && { queueName }),
        ...(key !== null && { jobKey: key }),
      })
    }
  }
}

// Of request.refuse_away. A closed SIS (auth.check_ouvert) has no detail: what its jobs have done cannot be noted, so
// they must not be done again every minute.
function isAway(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === 'PT503' && error.detail !== undefined
}

import type { JobHelpers, Task, TaskList } from 'graphile-worker'
import { doWork } from '../process/current_work.ts'

/** Tasks that run each job as a work of its own, told by its task, its id, and its SIS where the payload has one. */
export function runAsWorks(tasks: TaskList): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, task && asWork(name, task as Task)]),
  )
}

function asWork(name: string, task: Task): Task {
  return (payload: unknown, helpers: JobHelpers) =>
    doWork(
      () => ({ task: name, job: helpers.job.id, sis: sisOf(payload) }),
      () => task(payload, helpers),
    )
}

function sisOf(payload: unknown): unknown {
  return typeof payload === 'object' && payload !== null && 'sis_key' in payload ? payload.sis_key : undefined
}

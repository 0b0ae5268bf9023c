import type { JobHelpers, Task, TaskList } from 'graphile-worker'
import { doWork } from '../process/current_work.ts'
import { continued, type Step, traced } from '../process/tracing.ts'

/** Tasks that run each job as a work of its own, told by its task, its id, and its SIS where the payload has one. */
export function runAsWorks(tasks: TaskList): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, task && asWork(name, task as Task)]),
  )
}

function asWork(name: string, task: Task): Task {
  return (payload: unknown, helpers: JobHelpers) =>
    doWork(
      () => ({ task: name, job: helpers.job.id, sis: fieldOf(payload, 'sis_key') }),
      () => traced(stepOf(name, payload, helpers), async () => await task(payload, helpers)),
    )
}

// Carries on the trace of the request that queued the job (request.traced).
function stepOf(name: string, payload: unknown, { job }: JobHelpers): Step {
  const sis = fieldOf(payload, 'sis_key')
  return {
    name: `job ${name}`,
    kind: 'CONSUMER',
    attributes: {
      'caserne.task': name,
      'caserne.job': job.id,
      'caserne.attempt': job.attempts,
      ...(typeof sis === 'string' && { 'caserne.sis': sis }),
    },
    parent: continued({ traceparent: fieldOf(payload, 'trace') }),
  }
}

function fieldOf(payload: unknown, name: string): unknown {
  return typeof payload === 'object' && payload !== null
    ? Object.entries(payload).find(([key]) => key === name)?.[1]
    : undefined
}

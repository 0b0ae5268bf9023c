import { mainTasks } from '../../worker/queue_tasks.ts'
import { judgeLateness } from '../../worker/watch_lateness.ts'
import type { Check } from './check.ts'
import { type Finding, fault, ok, warning } from './finding.ts'

interface Jobs {
  waiting: number
  oldest: number
}

const SLOW_S = 60
const STUCK_S = 600

/** The jobs that wait for a worker, and whether mailboxes are read. */
export const checkQueue: Check = {
  name: 'file',
  needs: 'owner',
  examine: async ({ database }) => {
    const { rows } = await database.query<{ all: Jobs; jobs: Jobs; untried: number | null }>(
      'select jobs.due_jobs() as all, jobs.due_jobs($1) as jobs, jobs.untried_for() as untried',
      [mainTasks],
    )
    return rows.flatMap(({ all, ...state }) => {
      const late = judgeLateness(state)
      return late === null
        ? [judgeJobs(all)]
        : [fault(late, 'Lancez un worker, ou lisez le journal du sien.')]
    })
  },
}

// Jobs that may wait: mails, deliveries, relectures, imputations.
function judgeJobs({ waiting, oldest }: Jobs): Finding {
  const sentence = `${waiting} tâches attendent, la plus ancienne depuis ${Math.round(oldest)} s`
  if (oldest < SLOW_S) return ok(sentence)
  const remedy = 'Lancez un worker, ou un de plus.'
  return oldest < STUCK_S ? warning(sentence, remedy) : fault(sentence, remedy)
}

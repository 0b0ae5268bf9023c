import type { Check } from './check.ts'
import { fault, ok, warning } from './finding.ts'

const SLOW_S = 60
const STUCK_S = 600

/** The jobs that wait for a worker. */
export const checkQueue: Check = {
  name: 'file',
  needs: 'owner',
  examine: async ({ database }) => {
    const { rows } = await database.query<{ figures: { jobs: { waiting: number; oldest: number } } }>(
      'select jobs.messagerie_metrics() as figures',
    )
    const { waiting, oldest } = rows[0]?.figures.jobs ?? { waiting: 0, oldest: 0 }
    const sentence = `${waiting} tâches attendent, la plus ancienne depuis ${Math.round(oldest)} s`
    if (oldest < SLOW_S) return [ok(sentence)]
    const remedy = 'Lancez un worker, ou un de plus.'
    return [oldest < STUCK_S ? warning(sentence, remedy) : fault(sentence, remedy)]
  },
}

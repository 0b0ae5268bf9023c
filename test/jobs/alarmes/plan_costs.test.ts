import { expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'
import { COMPILED, readCosts } from '../../support/plan_costs.ts'
import { report, useJobs } from '../jobs_fixture.ts'

const database = useDatabase()
const { store } = useJobs(database)

it('no statement of an alarm without a code looks so costly that PostgreSQL would compile it', async () => {
  const costs = await readCosts(database.urls.admin, 'caserne_worker')
  try {
    await store(report({ code: '', adresse: 'Rue Haute 1' }), {}, costs.client)
    const unanalyzed = costs.take()
    // The more codes the planner knows of, the more it expects of each.
    await (await database.as('admin')).query('analyze')
    await store(report({ code: '', adresse: 'Rue Haute 2' }), {}, costs.client)
    const all = [...unanalyzed, ...costs.take()]
    expect(
      all.filter(({ query }) => query.startsWith('select coalesce(d.type_intervention_id')),
    ).toHaveLength(2)
    expect(all.filter(({ cost }) => cost >= COMPILED)).toEqual([])
  } finally {
    await costs.end()
  }
})

import { expect, it } from 'vitest'
import { COMPILED } from '../support/plan_costs.ts'
import { cases } from './cases.ts'
import { useYears, usual } from './years_fixture.ts'

const years = useYears(2)

// On any version of PostgreSQL: budgets.test.ts counts what the plans of the embedded one read.
it('no statement of an operation looks so costly that PostgreSQL would compile it', {
  timeout: 300_000,
}, async () => {
  const recorded = await years.record(cases, usual)
  for (const analyzed of [false, true]) {
    const costs = await years.costs(recorded, { analyzed })
    const costly = [...costs].flatMap(([name, found]) =>
      found
        .filter(({ cost }) => cost >= COMPILED)
        .map(({ cost, query }) => `${name}: ${Math.round(cost)} ${query}`),
    )
    expect([...costs.values()].every((found) => found.length > 0)).toBe(true)
    expect(costly).toEqual([])
  }
})

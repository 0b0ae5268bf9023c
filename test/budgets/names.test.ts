import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cases } from './cases.ts'

it('every case has a budget, and every budget a case', () => {
  const budgets = JSON.parse(readFileSync(join(import.meta.dirname, 'budgets.json'), 'utf8'))
  const remedy = 'write what is new: TEST_BUDGETS=add npx vitest run test/budgets/budgets'
  expect(Object.keys(budgets), remedy).toEqual(cases.map(({ name }) => name).toSorted())
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cases } from './cases.ts'

it('every case has a budget, and every budget a case', () => {
  const budgets = JSON.parse(readFileSync(join(import.meta.dirname, 'budgets.json'), 'utf8'))
  expect(Object.keys(budgets)).toEqual(cases.map(({ name }) => name).toSorted())
})

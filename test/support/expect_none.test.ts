import { expect, it } from 'vitest'
import { expectNone } from './expect_none.ts'

it('a broken rule is reported by its title, the offenders and the remedy', () => {
  const report = 'Tables have keys\n  app.a\n  ["app.b",1]\nRemedy: Add one.'
  expect(() => expectNone(['app.a', ['app.b', 1]], 'Add one.', 'Tables have keys')).toThrow(report)
})

it('a rule without a title has that of its test', () => {
  expect(() => expectNone(['a'], 'b')).toThrow('a rule without a title has that of its test\n  a\nRemedy: b')
})

it('a rule without offenders holds', () => {
  expect(expectNone([], 'b')).toBeUndefined()
})

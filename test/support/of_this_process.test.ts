import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../src/config.ts'
import { ofThisProcess, reasonToSkip } from './of_this_process.ts'

it('the tests that cannot run against an installation exist, and have a reason', () => {
  for (const { file, why } of ofThisProcess) {
    expect([file, existsSync(join(root, 'test/http', file))]).toEqual([file, true])
    expect(why).not.toBe('')
  }
})

it('the other tests of their files run', () => {
  const path = '/x/test/http/force_alarmes.test.ts'
  expect(reasonToSkip(path, 'simultaneous callers share a reading: one of 100 starts it')).toBeDefined()
  expect(reasonToSkip(path, 'simultaneous callers do not wait for a reading')).toBeUndefined()
  expect(reasonToSkip('/x/test/http/statements.test.ts', 'anything')).toBeDefined()
  expect(reasonToSkip('/x/test/http/grades.test.ts', 'anything')).toBeUndefined()
})

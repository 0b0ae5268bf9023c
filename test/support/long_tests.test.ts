import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { root } from '../../src/config.ts'
import { longTests } from './long_tests.ts'

it.each(longTests.flatMap(({ files }) => files))('%s names files that exist', (file) => {
  expect(globSync(`test/${file}.test.ts`, { cwd: root })).not.toEqual([])
})

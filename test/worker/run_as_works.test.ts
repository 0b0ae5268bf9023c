import type { JobHelpers } from 'graphile-worker'
import { expect, it } from 'vitest'
import { currentWork } from '../../src/process/current_work.ts'
import { runAsWorks } from '../../src/worker/run_as_works.ts'

it('tells of a job by its task, its id and its SIS', async () => {
  const told: unknown[] = []
  const tasks = runAsWorks({
    relire_message: async () => {
      await Promise.resolve()
      told.push(currentWork()?.describe())
    },
  })
  const helpers = { job: { id: '7' } } as JobHelpers
  await tasks.relire_message?.({ sis_key: 'hs', id: 1 } as never, helpers)
  expect(told).toEqual([{ task: 'relire_message', job: '7', sis: 'hs' }])
})

import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Pace } from '../../../src/worker/envois/pace.ts'

it('begins two a turn, in the order of the calls, and at once again when nobody waits', async () => {
  const pace = new Pace(2)
  const begun: number[] = []
  for (let n = 1; n <= 5; n += 1) void pace.step().then(() => begun.push(n))
  const seen: number[][] = []
  for (let n = 0; n < 3; n += 1) {
    await turn()
    seen.push([...begun])
  }
  expect(seen).toEqual([
    [1, 2, 3, 4],
    [1, 2, 3, 4, 5],
    [1, 2, 3, 4, 5],
  ])
  void pace.step().then(() => begun.push(6))
  await Promise.resolve()
  await Promise.resolve()
  expect(begun).toHaveLength(6)
})

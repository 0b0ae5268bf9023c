import { expect, it } from 'vitest'
import { restAfter } from '../../../src/http/live/rest_after.ts'

it('rests longer after a longer reading, and half a second at most', () => {
  expect([0, 2, 100, 5_000].map(restAfter)).toEqual([0, 6, 300, 500])
})

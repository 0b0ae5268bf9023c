import { expect, it } from 'vitest'
import { Turns } from '../../../src/mail/reading/turns.ts'

it('keeps a place for others, however many messages one has, and prefers those with the fewest', async () => {
  const turns = new Turns(3)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const work = (whose: string) =>
    turns.take(whose, async () => {
      begun.push(whose)
      await new Promise<void>((resolve) => ends.push(resolve))
    })
  const works = ['a', 'a', 'a', 'a', 'b', 'b', 'c'].map(work)
  await expect.poll(() => begun).toEqual(['a', 'a', 'b'])
  ends[2]?.()
  await expect.poll(() => begun).toEqual(['a', 'a', 'b', 'b'])
  ends[0]?.()
  await expect.poll(() => begun).toEqual(['a', 'a', 'b', 'b', 'c'])
  for (let n = 0; n < works.length; n += 1) {
    await expect.poll(() => ends.length).toBeGreaterThan(n)
    ends[n]?.()
  }
  await Promise.all(works)
})

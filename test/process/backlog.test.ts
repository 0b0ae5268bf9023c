import { describe, expect, it, vi } from 'vitest'
import { Backlog } from '../../src/process/backlog.ts'

// The clock is moved by hand.
function withClock<T>(work: (pass: (ms: number) => void) => T): T {
  let now = 1_000
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  try {
    return work((ms) => {
      now += ms
    })
  } finally {
    clock.mockRestore()
  }
}

describe('the wait that newcomers may expect', () => {
  it('is none while there is a place, however long work takes', () => {
    withClock((pass) => {
      const backlog = new Backlog(2)
      backlog.enter()
      pass(60_000)
      expect(backlog.expectedWait()).toBe(0)
    })
  })

  it('is the queue at the pace of late', () => {
    withClock((pass) => {
      const backlog = new Backlog(1)
      for (let n = 0; n < 6; n++) backlog.enter()
      pass(100)
      backlog.leave()
      // Four wait, a newcomer is the fifth.
      expect(backlog.waiting).toBe(4)
      expect(backlog.expectedWait()).toBe(500)
    })
  })

  it('is as long as nothing has ended, if that is longer', () => {
    withClock((pass) => {
      const backlog = new Backlog(1)
      backlog.enter()
      backlog.enter()
      pass(3_000)
      expect(backlog.expectedWait()).toBe(3_000)
      expect(backlog.standing()).toBe(3_000)
    })
  })

  it('is not that of the queue before', () => {
    withClock((pass) => {
      const backlog = new Backlog(1)
      backlog.enter()
      backlog.enter()
      pass(60_000)
      backlog.leave()
      backlog.leave()
      backlog.enter()
      backlog.enter()
      expect(backlog.expectedWait()).toBe(0)
      pass(10)
      expect(backlog.expectedWait()).toBe(10)
    })
  })
})

import { describe, expect, it } from 'vitest'
import { ServiceTurns } from '../../../src/worker/envois/service_turns.ts'

// ServiceTurns with two places, on a clock that the test moves.
function makeTurns() {
  const clock = { now: 0 }
  const turns = new ServiceTurns({ width: 2, silentMs: 3_000, now: () => clock.now })
  const began: string[] = []
  const ends = new Map<string, (answered: boolean) => void>()
  const run = (name: string, lot = 'a', service = 's') =>
    turns.run(service, lot, () => {
      began.push(name)
      return new Promise<boolean>((resolve) => ends.set(name, resolve))
    })
  // Lets everything happen that follows from it.
  const end = async (name: string, answered = true) => {
    await new Promise(setImmediate)
    ends.get(name)?.(answered)
    await new Promise(setImmediate)
  }
  return { clock, began, run, end }
}

describe('turns', () => {
  it('run as much at a time for each service as they have places', async () => {
    const { began, run, end } = makeTurns()
    for (const name of ['1', '2', '3']) void run(name)
    void run('other', 'a', 't')
    await end('')
    expect(began).toEqual(['1', '2', 'other'])
    await end('1')
    expect(began).toEqual(['1', '2', 'other', '3'])
  })

  it('take lots in turn', async () => {
    const { began, run, end } = makeTurns()
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void run(name, 'a')
    for (const name of ['b1', 'b2']) void run(name, 'b')
    for (const name of ['a1', 'a2', 'a3', 'b1', 'a4', 'b2', 'a5']) await end(name)
    expect(began).toEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'b2', 'a5'])
  })

  it('pass a place on when work fails', async () => {
    const turns = new ServiceTurns({ width: 1, silentMs: 3_000 })
    const broken = turns.run('s', 'a', () => Promise.reject(new Error('broken')))
    const next = turns.run('s', 'a', async () => true)
    await expect(broken).rejects.toThrow('broken')
    expect(await next).toBe(true)
  })

  it('ask a silent service by one message at a time until it answers', async () => {
    const { clock, began, run, end } = makeTurns()
    void run('1')
    void run('2')
    const waiting = run('3')
    await end('')
    clock.now = 3_000
    expect(await run('4')).toBe(false)
    clock.now = 10_000
    await end('1', false)
    expect(await waiting).toBe(false)
    expect(await run('5')).toBe(false)
    await end('2', false)
    // Nothing is under way: the next one finds out.
    void run('6')
    expect(await run('7')).toBe(false)
    await end('6')
    void run('8')
    void run('9')
    await end('')
    expect(began).toEqual(['1', '2', '6', '8', '9'])
  })

  it('refuse nothing while a service answers others, or fails at once', async () => {
    const { clock, began, run, end } = makeTurns()
    void run('1')
    void run('2')
    void run('3')
    await end('')
    clock.now = 2_000
    await end('2')
    clock.now = 4_500
    void run('4')
    clock.now = 6_000
    await end('1', false)
    await end('3')
    void run('5')
    await end('4', false)
    void run('6')
    await end('')
    expect(began).toEqual(['1', '2', '3', '4', '5', '6'])
  })
})

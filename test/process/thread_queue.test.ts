import type { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { toRefusal } from '../../src/http/refusals/errors.ts'
import { ThreadLimit, threadQueue } from '../../src/process/thread_queue.ts'
import { keepSpare, threadsOf } from '../../src/process/threads.ts'

const program = `
  import { parentPort } from 'node:worker_threads'
  parentPort.once('message', (work) => {
    if (work === 'fail') throw new RangeError('failed')
    if (work === 'loop') for (;;);
    if (work === 'fill') for (const all = []; ; ) all.push(Array(1000).fill(all.length))
    if (work === 'leave') process.exit(0)
    if (work === 'spoil') Object.prototype.spoilt = true
    if (work === 'parts') for (const part of [1, 2]) parentPort.postMessage({ part })
    const env = Object.keys(process.env).filter((name) => name !== 'NODE_COMPILE_CACHE')
    parentPort.postMessage(work === 'look' ? {}.spoilt === true : [work, env])
  })`
const file = new URL(`data:text/javascript,${encodeURIComponent(program)}`)
const threads = threadsOf(file, { heapMegabytes: 64 })

it('runs one task after the other, each in a thread without environment, even after a failure', async () => {
  const queue = threadQueue(threads, 60_000)
  const outcomes = await Promise.allSettled([
    queue('a'),
    queue('fail'),
    queue('leave'),
    queue('loop', 500),
    queue('b'),
  ])
  expect(outcomes).toEqual([
    { status: 'fulfilled', value: ['a', []] },
    { status: 'rejected', reason: new RangeError('failed') },
    { status: 'rejected', reason: new Error('the thread ended without a result') },
    { status: 'rejected', reason: new ThreadLimit('the thread took more than 500 ms') },
    { status: 'fulfilled', value: ['b', []] },
  ])
})

it('says when a task needs more memory than it may take, and answers that the document is too large', async () => {
  const small = threadQueue(threadsOf(file, { heapMegabytes: 16 }), 60_000)
  const failure: unknown = await small('fill').catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ThreadLimit)
  expect(toRefusal(failure)).toMatchObject({
    status: 503,
    body: 'Ce document est trop grand pour être préparé',
  })
})

it('hands over the parts of a result as they come', async () => {
  const queue = threadQueue(threads, 60_000)
  const parts: unknown[] = []
  expect(await queue('parts', undefined, (part) => parts.push(part))).toEqual(['parts', []])
  expect(parts).toEqual([1, 2])
})

/** Threads that are kept, with every one that was started and every one that was handed out. */
function keep(idleMs?: number) {
  const started: Worker[] = []
  const taken: Worker[] = []
  const take = keepSpare((crowded) => {
    const thread = threads(crowded)
    started.push(thread)
    return thread
  }, idleMs)
  const queue = threadQueue((crowded) => {
    const thread = take(crowded)
    taken.push(thread)
    return thread
  }, 60_000)
  return { queue, started, taken, end: () => Promise.all(started.map((each) => each.terminate())) }
}

it('keeps a spare thread for the next task, which nothing of the one before it reaches', async () => {
  const { queue, started, taken, end } = keep()
  expect(await queue('spoil')).toEqual(['spoil', []])
  expect(started).toHaveLength(2)
  expect(await queue('look')).toBe(false)
  expect(taken[1]).toBe(started[1])
  // A spare thread that ended is not handed out.
  await started[2]?.terminate()
  expect(await queue('a')).toEqual(['a', []])
  expect(taken[2]).not.toBe(started[2])
  await end()
})

it('keeps three spare threads once tasks were crowded', async () => {
  const { queue, started, end } = keep()
  await Promise.all([queue('a'), queue('b')])
  expect(started).toHaveLength(5)
  await end()
})

it('ends the spare thread when there was no task for a while', async () => {
  const { queue, started, end } = keep(100)
  await queue('a')
  const [, spare] = started
  await expect.poll(() => spare?.threadId, { timeout: 20_000 }).toBe(-1)
  expect(await queue('b')).toEqual(['b', []])
  await end()
})

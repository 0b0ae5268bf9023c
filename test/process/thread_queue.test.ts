import { expect, it } from 'vitest'
import { toRefusal } from '../../src/http/refusals/errors.ts'
import { ThreadLimit, threadQueue } from '../../src/process/thread_queue.ts'

const program = `
  import { parentPort, workerData } from 'node:worker_threads'
  if (workerData === 'fail') throw new RangeError('failed')
  if (workerData === 'loop') for (;;);
  if (workerData === 'fill') for (const all = []; ; ) all.push(Array(1000).fill(all.length))
  if (workerData === 'leave') process.exit(0)
  if (workerData === 'parts') for (const part of [1, 2]) parentPort.postMessage({ part })
  parentPort.postMessage([workerData, Object.keys(process.env)])`
const file = new URL(`data:text/javascript,${encodeURIComponent(program)}`)

it('runs one task after the other, each in a thread without environment, even after a failure', async () => {
  const queue = threadQueue(file, { milliseconds: 60_000, heapMegabytes: 64 })
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
  const failure: unknown = await threadQueue(file, { milliseconds: 60_000, heapMegabytes: 16 })('fill').catch(
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(ThreadLimit)
  expect(toRefusal(failure)).toMatchObject({
    status: 503,
    body: 'Ce document est trop grand pour être préparé',
  })
})

it('hands over the parts of a result as they come', async () => {
  const queue = threadQueue(file, { milliseconds: 60_000, heapMegabytes: 64 })
  const parts: unknown[] = []
  expect(await queue('parts', undefined, (part) => parts.push(part))).toEqual(['parts', []])
  expect(parts).toEqual([1, 2])
})

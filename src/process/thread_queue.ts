import type { Worker } from 'node:worker_threads'
import type { Threads } from './threads.ts'

/** A piece of work needed more time or memory than its thread may take. */
export class ThreadLimit extends Error {}

/**
 * Runs pieces of work one after the other, each in its own thread that ends with the work. So work that is heavy, or
 * that an attacker made heavy, costs only its thread, and the server keeps answering.
 * @param threads a thread receives the work as its first message and posts its result, and before it any number of
 *   `{ part }`.
 * @param patienceMs how long a piece of work may take
 * @returns a function that does one piece of work, and calls `receive` with each part. It fails if the
 *   thread fails, with a ThreadLimit if it exceeds the limits.
 */
export function threadQueue(
  threads: Threads,
  patienceMs: number,
): (work: unknown, milliseconds?: number, receive?: (part: unknown) => void) => Promise<unknown> {
  let busy: Promise<unknown> = Promise.resolve()
  let undone = 0
  return (work, milliseconds = patienceMs, receive = () => {}) => {
    undone += 1
    const crowded = undone > 1
    const done = busy.then(() => doInThread(threads(crowded), work, milliseconds, receive))
    busy = done
      .catch(() => undefined)
      .finally(() => {
        undone -= 1
      })
    return done
  }
}

async function doInThread(
  thread: Worker,
  work: unknown,
  milliseconds: number,
  receive: (part: unknown) => void,
): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const tooLong = () => reject(new ThreadLimit(`the thread took more than ${milliseconds} ms`))
  const timer = setTimeout(tooLong, milliseconds)
  thread
    .on('message', (message: unknown) => {
      if (isPart(message)) receive(message.part)
      else resolve(message)
    })
    .once('error', (error) => reject(isOutOfMemory(error) ? new ThreadLimit(error.message) : error))
    .once('exit', () => reject(new Error('the thread ended without a result')))
  try {
    thread.postMessage(work)
    return await promise
  } finally {
    clearTimeout(timer)
    await thread.terminate()
  }
}

function isPart(message: unknown): message is { part: unknown } {
  return typeof message === 'object' && message !== null && 'part' in message
}

function isOutOfMemory(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

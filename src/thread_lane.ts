import { Worker } from 'node:worker_threads'

/** What one piece of work may take; beyond it fails. */
export interface ThreadLimits {
  milliseconds: number
  heapMegabytes: number
}

/**
 * Has a file do work in threads, each in one of its own that ends with it, one after the other: what is heavy to load or to compute, or
 * made to cost time or memory, costs that thread, while the server answers others.
 * @param file given the work as `workerData`; it posts one message, the result.
 * @returns Does one piece of work. It fails as the thread does, or when it takes more than the limits allow.
 */
export function threadLane(
  file: URL,
  limits: ThreadLimits,
): (work: unknown, milliseconds?: number) => Promise<unknown> {
  let busy: Promise<unknown> = Promise.resolve()
  return (work, milliseconds = limits.milliseconds) => {
    const done = busy.then(() => doInThread(file, work, { ...limits, milliseconds }))
    busy = done.catch(() => undefined)
    return done
  }
}

async function doInThread(file: URL, work: unknown, limits: ThreadLimits): Promise<unknown> {
  const thread = new Worker(file, {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes },
    env: {},
  })
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const tooLong = () => reject(new Error(`the thread took more than ${limits.milliseconds} ms`))
  const timer = setTimeout(tooLong, limits.milliseconds)
  thread
    .once('message', resolve)
    .once('error', reject)
    .once('exit', () => reject(new Error('the thread ended without a result')))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await thread.terminate()
  }
}

import { Worker } from 'node:worker_threads'

/** What one piece of work may take, beyond which it fails; and the environment of its thread, else empty. */
export interface ThreadOptions {
  milliseconds: number
  heapMegabytes: number
  env?: Record<string, string>
}

/**
 * Has a file do work in threads, each in one of its own that ends with it, one after the other: what is heavy to load or to compute, or
 * made to cost time or memory, costs that thread, while the server answers others.
 * @param file given the work as `workerData`; it posts one message, the result.
 * @returns Does one piece of work. It fails as the thread does, or when it takes more than these allow.
 */
export function threadLane(
  file: URL,
  options: ThreadOptions,
): (work: unknown, milliseconds?: number) => Promise<unknown> {
  let busy: Promise<unknown> = Promise.resolve()
  return (work, milliseconds = options.milliseconds) => {
    const done = busy.then(() => doInThread(file, work, { ...options, milliseconds }))
    busy = done.catch(() => undefined)
    return done
  }
}

async function doInThread(file: URL, work: unknown, options: ThreadOptions): Promise<unknown> {
  const thread = new Worker(file, {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: options.heapMegabytes },
    env: options.env ?? {},
  })
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const tooLong = () => reject(new Error(`the thread took more than ${options.milliseconds} ms`))
  const timer = setTimeout(tooLong, options.milliseconds)
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

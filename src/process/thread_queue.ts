import { Worker } from 'node:worker_threads'

/** The limits of one piece of work, and the environment of its thread (default: empty). */
interface ThreadOptions {
  milliseconds: number
  heapMegabytes: number
  env?: Record<string, string>
}

/** A piece of work needed more time or memory than its thread may take. */
export class ThreadLimit extends Error {}

/**
 * Runs pieces of work one after the other, each in its own thread that ends with the work. So work that is heavy, or
 * that an attacker made heavy, costs only its thread, and the server keeps answering.
 * @param file the thread's code. It receives the work as `workerData` and posts its result, and before it any
 *   number of `{ part }`.
 * @returns a function that does one piece of work, and calls `receive` with each part. It fails if the
 *   thread fails, with a ThreadLimit if it exceeds the limits.
 */
export function threadQueue(
  file: URL,
  options: ThreadOptions,
): (work: unknown, milliseconds?: number, receive?: (part: unknown) => void) => Promise<unknown> {
  let busy: Promise<unknown> = Promise.resolve()
  return (work, milliseconds = options.milliseconds, receive = () => {}) => {
    const done = busy.then(() => doInThread(file, work, { ...options, milliseconds }, receive))
    busy = done.catch(() => undefined)
    return done
  }
}

async function doInThread(
  file: URL,
  work: unknown,
  options: ThreadOptions,
  receive: (part: unknown) => void,
): Promise<unknown> {
  const thread = new Worker(file, {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: options.heapMegabytes },
    env: options.env ?? {},
  })
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const tooLong = () => reject(new ThreadLimit(`the thread took more than ${options.milliseconds} ms`))
  const timer = setTimeout(tooLong, options.milliseconds)
  thread
    .on('message', (message: unknown) => {
      if (isPart(message)) receive(message.part)
      else resolve(message)
    })
    .once('error', (error) => reject(isOutOfMemory(error) ? new ThreadLimit(error.message) : error))
    .once('exit', () => reject(new Error('the thread ended without a result')))
  try {
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

import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'

/**
 * Gives a thread that has no work yet. It receives its work as its first message.
 * @param crowded whether the work came while other work was done
 */
export type Threads = (crowded: boolean) => Worker

/** The limit of the heap of a thread, and its environment (default: empty). */
interface ThreadOptions {
  heapMegabytes: number
  env?: Record<string, string>
}

const IDLE_MS = 300_000
// Spare threads after work that came while other work was done. Each takes about 30 MB.
const CROWD = 3

/** Returns a function that starts a thread. @param file the thread's code */
export function threadsOf(file: URL, { heapMegabytes, env }: ThreadOptions): Threads {
  return () =>
    new Worker(file, {
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
      env: { ...env, ...compileCache() },
    })
}

/** The environment of a thread or process that loads compiled code from where this program has it. */
export function compileCache(): Record<string, string> {
  const directory = getCompileCacheDir()
  // Node adds a directory of its version.
  return directory === undefined ? {} : { NODE_COMPILE_CACHE: dirname(directory) }
}

/**
 * Keeps a spare thread started while there is work, and three once work was crowded, so that work need not wait for the
 * libraries of its thread. They end when there was no work for five minutes.
 */
export function keepSpare(start: Threads, idleMs = IDLE_MS): Threads {
  const spare: Worker[] = []
  let count = 1
  let ending: NodeJS.Timeout | undefined
  const end = () => {
    count = 1
    for (const each of spare.splice(0)) void each.terminate()
  }
  const keep = () => {
    const thread = start(false)
    // A spare thread must not keep the program from ending.
    thread.unref()
    const forget = () => {
      if (spare.includes(thread)) spare.splice(spare.indexOf(thread), 1)
    }
    // The next work starts a thread that fails in the same way, and reports it.
    thread.on('error', forget).on('exit', forget)
    spare.push(thread)
  }
  return (crowded) => {
    clearTimeout(ending)
    if (crowded) count = CROWD
    const thread = spare.shift() ?? start(crowded)
    thread.ref()
    // Afterwards, so that the work has the processors for itself.
    thread.once('exit', () => {
      try {
        while (spare.length < count) keep()
      } catch {
        // The machine has no room for a thread. The next work tries again, and reports it.
      }
      clearTimeout(ending)
      ending = setTimeout(end, idleMs).unref()
    })
    return thread
  }
}

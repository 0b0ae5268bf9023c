import { Worker } from 'node:worker_threads'

const PATIENCE_MS = 10_000
const HEAP_MEGABYTES = 256
let busy: Promise<unknown> = Promise.resolve()

/**
 * An SVG without what could act, or load something from elsewhere (see sanitizeSvg); null when it is none. It is read in a thread of its
 * own, with the libraries that this takes, one after the other: one made to cost time or memory costs that thread.
 * @param patienceMs after which it is none.
 */
export function cleanSvg(text: string, patienceMs = PATIENCE_MS): Promise<string | null> {
  const cleaned = busy.then(() => cleanInThread(text, patienceMs))
  busy = cleaned.catch(() => null)
  return cleaned
}

async function cleanInThread(text: string, patienceMs: number): Promise<string | null> {
  const thread = new Worker(new URL('./svg_thread.ts', import.meta.url), {
    workerData: text,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
    env: {},
  })
  const { promise, resolve } = Promise.withResolvers<string | null>()
  const timer = setTimeout(() => resolve(null), patienceMs)
  thread
    .once('message', resolve)
    .once('error', () => resolve(null))
    .once('exit', () => resolve(null))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await thread.terminate()
  }
}

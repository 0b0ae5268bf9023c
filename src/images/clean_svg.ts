import { threadQueue } from '../process/thread_queue.ts'
import { threadsOf } from '../process/threads.ts'

const threads = threadsOf(new URL('./svg_thread.ts', import.meta.url), { heapMegabytes: 256 })
const sanitize = threadQueue(threads, 10_000)

/**
 * Removes everything from an SVG that could act or load something (sanitizeSvg). Each SVG is read in a thread of its
 * own, one after the other, so that a hostile SVG costs the time and memory of that thread only.
 * @param patienceMs how long the thread may take.
 * @returns null for a text that is no SVG, or took too long.
 */
export async function cleanSvg(text: string, patienceMs?: number): Promise<string | null> {
  const cleaned = await sanitize(text, patienceMs).catch(() => null)
  return typeof cleaned === 'string' ? cleaned : null
}

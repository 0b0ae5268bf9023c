import { threadLane } from '../process/thread_lane.ts'

const sanitize = threadLane(new URL('./svg_thread.ts', import.meta.url), {
  milliseconds: 10_000,
  heapMegabytes: 256,
})

/**
 * An SVG without what could act, or load something from elsewhere (see sanitizeSvg); null when it is none. It is read in a thread of its
 * own, with the libraries that this takes, one after the other: one made to cost time or memory costs that thread.
 * @param patienceMs after which it is none.
 */
export async function cleanSvg(text: string, patienceMs?: number): Promise<string | null> {
  const cleaned = await sanitize(text, patienceMs).catch(() => null)
  return typeof cleaned === 'string' ? cleaned : null
}

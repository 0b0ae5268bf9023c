import type { Page } from 'playwright-core'

/** Memory of a page. */
export interface PageMemory {
  /** Heap of its JavaScript, in bytes. */
  heap: number
  /** Nodes of the document, and those that something still refers to. */
  nodes: number
  listeners: number
}

/** Returns the memory of a page once its garbage is collected. */
export async function memoryOf(page: Page): Promise<PageMemory> {
  const client = await page.context().newCDPSession(page)
  await client.send('Performance.enable')
  // The second collection frees what the first one finalizes.
  for (let n = 0; n < 2; n += 1) await client.send('HeapProfiler.collectGarbage')
  const { metrics } = await client.send('Performance.getMetrics')
  await client.detach()
  const value = (name: string) => metrics.find((each) => each.name === name)?.value ?? 0
  return { heap: value('JSHeapUsedSize'), nodes: value('Nodes'), listeners: value('JSEventListeners') }
}

import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { chromiumMissing, launchChromium, openTab, type Tab } from './chromium.ts'

const missing = chromiumMissing()
if (missing) process.stderr.write(`\n!!! The pages are NOT tested in a browser: ${missing}\n\n`)

/** A Chromium for one test file; the tabs of each test are closed at its end. */
export function useBrowser(): (options?: BrowserContextOptions) => Promise<Tab> {
  let browser: Browser | undefined
  beforeAll(async () => {
    if (missing === null) browser = await launchChromium()
  })
  afterEach(async () => {
    for (const context of browser?.contexts() ?? []) await context.close()
  })
  afterAll(() => browser?.close())
  return async (options = {}) => {
    if (browser === undefined) throw new Error(missing ?? 'the browser is not started yet')
    return await openTab(browser, options)
  }
}

import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterEach, beforeAll } from 'vitest'
import { chromiumMissing, launchChromium, openTab, type Tab } from './chromium.ts'

const missing = chromiumMissing()
if (missing) process.stderr.write(`\n!!! The pages are NOT tested in a browser: ${missing}\n\n`)

// The files of a worker share one. It ends with the worker, whose pipe it reads.
const shared: { notify?: Browser; draw?: Browser } = {}

/** A Chromium for one test file, whose pages may notify or only draw; the tabs of each test are closed at its end, and share nothing. */
export function useBrowser(
  use: keyof typeof shared = 'draw',
): (options?: BrowserContextOptions) => Promise<Tab> {
  let browser: Browser | undefined
  beforeAll(async () => {
    if (missing !== null) return
    if (!shared[use]?.isConnected()) shared[use] = await launchChromium(use, { handleSIGTERM: false })
    browser = shared[use]
  })
  afterEach(async () => {
    for (const context of browser?.contexts() ?? []) await context.close()
  })
  return async (options = {}) => {
    if (browser === undefined) throw new Error(missing ?? 'the browser is not started yet')
    return await openTab(browser, options)
  }
}

import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'

const BINARY = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
].find(existsSync)

/** Why no browser can run here, or null when one can. */
export function chromiumMissing(): string | null {
  return BINARY ? null : 'chromium is not installed (Debian: apt-get install chromium)'
}

const missing = chromiumMissing()
if (missing) process.stderr.write(`\n!!! The pages are NOT tested in a browser: ${missing}\n\n`)

/** A tab, and the faults that the browser reported: violations of the page's policy, errors of scripts. */
export interface Tab {
  page: Page
  complaints: string[]
}

/** A Chromium for one test file; the tabs of each test are closed at its end. */
export function useBrowser(): (options?: BrowserContextOptions) => Promise<Tab> {
  let browser: Browser | undefined
  beforeAll(async () => {
    // Root has no sandbox; the browser only sees our own pages.
    if (BINARY) browser = await chromium.launch({ executablePath: BINARY })
  })
  afterEach(async () => {
    for (const context of browser?.contexts() ?? []) await context.close()
  })
  afterAll(() => browser?.close())
  return async (options = {}) => {
    if (browser === undefined) throw new Error(missing ?? 'the browser is not started yet')
    const context = await browser.newContext({ locale: 'fr-CH', ...options })
    const page = await context.newPage()
    // On a busy machine a page takes its time. What hangs is found all the same.
    page.setDefaultTimeout(30_000)
    const complaints: string[] = []
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    return { page, complaints }
  }
}

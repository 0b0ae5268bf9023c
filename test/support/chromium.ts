import { existsSync } from 'node:fs'
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
} from 'playwright-core'
import { whole } from './whole.ts'

const BINARY = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
].find(existsSync)

// Draws the same pages for a third less of the processor, but shows no notifications.
const SHELL = ['/usr/bin/chromium-headless-shell'].find(existsSync) ?? BINARY

/** Why no browser can run here, or null when one can. */
export function chromiumMissing(): string | null {
  return BINARY ? null : 'chromium is not installed (Debian: apt-get install chromium)'
}

/** Starts a Chromium, for pages that may notify, or that only draw. @throws without one */
export function launchChromium(use: 'notify' | 'draw', options: LaunchOptions = {}): Promise<Browser> {
  const executablePath = use === 'draw' ? SHELL : BINARY
  // Root has no sandbox; the browser only sees our own pages.
  if (executablePath) return chromium.launch({ executablePath, args: ['--disable-gpu'], ...options })
  throw new Error(chromiumMissing() ?? '')
}

/** The screens that every page is looked at on. */
export const sizes = {
  phone: { width: 390, height: 844 },
  desk: { width: 1440, height: 900 },
  wall: { width: 3840, height: 2160 },
}

/** The screens that a page is looked at on; `npm test` looks on one of them. */
export const screens = (one: keyof typeof sizes) => (whole ? (['phone', 'desk', 'wall'] as const) : [one])

/** A tab, and the faults that the browser reported: violations of the page's policy, errors of scripts. */
export interface Tab {
  page: Page
  complaints: string[]
}

/** Opens a tab that shares nothing with others. */
export async function openTab(browser: Browser, options: BrowserContextOptions = {}): Promise<Tab> {
  const context = await browser.newContext({ locale: 'fr-CH', ...options })
  const page = await context.newPage()
  // On a busy machine a page takes its time. Hanging ones are still found.
  page.setDefaultTimeout(30_000)
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return { page, complaints }
}

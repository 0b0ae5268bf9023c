import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { type Tab, useBrowser } from '../support/browser.ts'
import { useDatabase } from '../support/database.ts'
import { useServers } from '../support/servers.ts'

/** The screens that every page is looked at on. */
export const sizes = {
  phone: { width: 390, height: 844 },
  desk: { width: 1440, height: 900 },
  wall: { width: 3840, height: 2160 },
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Fault {
  id: string
  impact: string
  nodes: { target: string[] }[]
}

/** Servers on a database of their own, and a Chromium that looks at the board. */
export function useBoard(env: Record<string, string> = {}) {
  const database = useDatabase()
  const servers = useServers(database, env)
  const openTab = useBrowser()

  async function open(path: string, size: keyof typeof sizes = 'desk'): Promise<Tab> {
    const tab = await openTab({ viewport: sizes[size], timezoneId: 'Europe/Zurich' })
    await tab.page.goto(servers.urls().data + path)
    return tab
  }

  async function signIn(page: Page, name: string): Promise<void> {
    await page.getByLabel('Adresse e-mail').fill(`${name}@example.org`)
    await page.getByLabel('Mot de passe').fill('caserne-demo')
    await page.getByRole('button', { name: 'Se connecter' }).click()
    await page.getByRole('button', { name: 'Se déconnecter' }).waitFor()
  }

  return {
    database,
    servers,
    open,
    signIn,
    /** Opens a page as an account of the demo. */
    async openAs(name: string, path: string, size: keyof typeof sizes = 'desk'): Promise<Tab> {
      const tab = await open('/', size)
      await signIn(tab.page, name)
      await tab.page.goto(servers.urls().data + path)
      return tab
    },
    /** Serious faults that axe-core finds in a page. */
    async faults(page: Page): Promise<string[]> {
      // The page's policy allows no injected script, but the debugger does.
      await page.evaluate(axe)
      const { violations } = (await page.evaluate('axe.run()')) as { violations: Fault[] }
      return violations
        .filter(({ impact }) => ['serious', 'critical'].includes(impact))
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
    },
  }
}

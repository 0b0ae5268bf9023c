import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { useBrowser } from '../support/browser.ts'
import { sizes, type Tab } from '../support/chromium.ts'
import { type TestDatabase, useDatabase } from '../support/database.ts'
import { useServers } from '../support/servers.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Fault {
  id: string
  impact: string
  nodes: { target: string[] }[]
}

// Every page is looked at on each screen, and by night at least once.
const looks = [
  { size: 'phone', colorScheme: 'dark' },
  { size: 'wall', colorScheme: 'dark' },
  { size: 'desk', colorScheme: 'light' },
] as const

type Urls = TestDatabase['urls']

/** The time zone of a device, and how far its clock is fast. */
interface Device {
  zone: string
  fastMs: number
}

const usual: Device = { zone: 'Europe/Zurich', fastMs: 0 }

// Runs in the browser, before the programs of the page.
function setClock(fastMs: number): void {
  const Right = Date
  globalThis.Date = class extends Right {
    constructor(...given: []) {
      super(...((given.length === 0 ? [Right.now() + fastMs] : given) as []))
    }
    static override now(): number {
      return Right.now() + fastMs
    }
  } as DateConstructor
}

/**
 * Servers on a database of their own, and a Chromium that looks at the board.
 * @param way from the servers to the database
 * @param use whether the pages may notify, or only draw
 */
export function useBoard(
  env: Record<string, string> = {},
  way: (urls: Urls) => Urls = (urls) => urls,
  use: 'notify' | 'draw' = 'draw',
) {
  const database = useDatabase()
  const reached = {
    get urls() {
      return way(database.urls)
    },
  }
  const servers = useServers(reached, env)
  const openTab = useBrowser(use)

  async function open(path: string, size: keyof typeof sizes = 'desk', device = usual): Promise<Tab> {
    const tab = await openTab({ viewport: sizes[size], timezoneId: device.zone })
    if (device.fastMs !== 0) await tab.page.addInitScript(setClock, device.fastMs)
    await tab.page.goto(servers.urls().data + path)
    return tab
  }

  async function signIn(page: Page, name: string): Promise<void> {
    await page.getByLabel('Adresse e-mail').fill(`${name}@example.org`)
    await page.getByLabel('Mot de passe').fill('caserne-demo')
    await page.getByRole('button', { name: 'Se connecter' }).click()
    await page.getByRole('button', { name: 'Se déconnecter' }).waitFor()
  }

  async function faults(page: Page): Promise<string[]> {
    // The page's policy allows no injected script, but the debugger does.
    if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe)
    const run = "axe.run({ resultTypes: ['violations'] })"
    const { violations } = (await page.evaluate(run)) as { violations: Fault[] }
    return violations
      .filter(({ impact }) => ['serious', 'critical'].includes(impact))
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  }

  return {
    database,
    servers,
    open,
    signIn,
    /** Opens a page as an account of the demo. */
    async openAs(
      name: string,
      path: string,
      size: keyof typeof sizes = 'desk',
      device = usual,
    ): Promise<Tab> {
      const tab = await open('/', size, device)
      await signIn(tab.page, name)
      await tab.page.goto(servers.urls().data + path)
      return tab
    },
    /** Serious faults that axe-core finds in a page. */
    faults,
    /**
     * Finds faults of a page on a phone, a wall or a desk, by day or by night: serious ones, and scrolling sideways.
     */
    async look(page: Page): Promise<string[]> {
      const found: string[] = []
      for (const { size, colorScheme } of looks) {
        await page.setViewportSize(sizes[size])
        await page.emulateMedia({ colorScheme })
        if (!(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')))
          found.push(`${size}: wider than the screen`)
        for (const fault of await faults(page)) found.push(`${size}, ${colorScheme}: ${fault}`)
      }
      return found
    },
  }
}

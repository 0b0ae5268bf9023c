import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { ALARM_CENTRE } from '../src/demo/demo_alarme.ts'
import { startMailbox } from '../src/demo/mailbox.ts'
import { sendAlarme } from '../src/demo/send_alarme.ts'
import { launchChromium, openTab, sizes } from '../test/support/chromium.ts'
import { heading } from './heading.ts'
import { quantile } from './median.ts'
import { startServing, startWorker } from './program.ts'
import { connect, postgresVersion, prepareDemo, signHeaders, started } from './setting.ts'

const login = { user: 'alarme', password: 'essai' }
// The sapeur of the account that answers.
const CHEF = 'Tobler Daniel'

interface Screens {
  desk: Page
  phone: Page
  wall: Page
}

/**
 * Measures what people see in Chromium: how soon an alarm that SMTP has accepted is on a desk, a phone and a wall, with
 * its place on the map; and how soon an answer given on the phone is on the wall and on the desk.
 * @param alarms number of alarms, one after the other, after two that warm up
 */
export async function benchTableau(alarms: number): Promise<void> {
  const admin = await prepareDemo()
  const smtpPort = await openMailbox(admin)
  const { port } = await startServing('data', admin)
  const screens = await openScreens(port)
  const times = new Map<string, number[]>()
  const take = (name: string, ms: number) => times.set(name, [...(times.get(name) ?? []), ms])
  for (let n = -1; n <= alarms; n += 1) {
    const adresse = `2854 Bassecourt, Rue du Banc ${n + 2}`
    const shown = onScreens(screens, (page, name) =>
      name === 'phone' ? whenShown(page, 'article.alarm', adresse) : whenShown(page, 'svg.carte', adresse),
    )
    await sendAlarme({ adresse, position: { e: 2_584_110, n: 1_243_760 } }, smtpPort)
    const accepted = Date.now()
    for (const [name, at] of Object.entries(await shown))
      if (n > 0) take(`mail accepted by SMTP → ${places[name as keyof Screens]}`, at - accepted)
    for (const [name, ms] of Object.entries(await answer(screens))) if (n > 0) take(name, ms)
  }
  process.stdout.write(
    [
      heading(`tableau ${alarms}`, await postgresVersion(admin)),
      '| ms | p50 | max |',
      '|---|---|---|',
      ...[...times].map(
        ([name, values]) => `| ${name} | ${quantile(values, 0.5)} | **${quantile(values, 1)}** |`,
      ),
      '',
    ].join('\n'),
  )
}

const places = { desk: 'map of the desk', phone: 'card of the phone', wall: 'map of the wall' }

// The mailbox of `npm start`, and a worker that reads it. @returns the port of its SMTP
async function openMailbox(admin: string): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'caserne-bench-mail-'))
  started.add(directory, async () => rmSync(directory, { recursive: true }))
  const log = { info: () => undefined, warn: () => undefined }
  const ports = { host: '127.0.0.1', imapPort: 0, smtpPort: 0 }
  const mailbox = started.add(await startMailbox({ ...ports, directory, ...login, log }), (each) =>
    each.close(),
  )
  await startWorker(admin, randomBytes(32).toString('base64'), {
    IMAP_URL: `imap://${login.user}:${login.password}@127.0.0.1:${mailbox.imapPort}/INBOX?security=none`,
    IMAP_SENDERS: ALARM_CENTRE,
  })
  const client = await connect(admin)
  const read = async () =>
    (await client.query('select from jobs.releves where last_success_at is not null')).rowCount
  while ((await read()) === 0) await pause(100)
  return mailbox.smtpPort
}

async function openScreens(port: number): Promise<Screens> {
  const browser = started.add(await launchChromium('notify'), (each) => each.close())
  const at = (path: string) => `http://127.0.0.1:${port}${path}`
  const [headers = {}] = await signHeaders([{ sis: 'hs', permissions: ['sis.config'] }])
  const response = await fetch(at('/api/v2/murs'), {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ designation: 'Banc' }),
  })
  const { data }: { data: { token: string } } = await response.json()
  const desk = await openAs(browser, 'commandant', 'desk', at('/'))
  const phone = await openAs(browser, 'chef', 'phone', at('/'))
  const { page: wall } = await openTab(browser, { viewport: sizes.wall, timezoneId: 'Europe/Zurich' })
  await wall.goto(at(`/tableau/mur#${data.token}`))
  await wall.getByRole('heading', { level: 1, name: 'SIS Haute-Sorne' }).waitFor()
  // When the button was clicked.
  await phone.evaluate("addEventListener('click', () => { globalThis.clickedAt = Date.now() }, true)")
  return { desk, phone, wall }
}

async function openAs(browser: Browser, name: string, size: keyof typeof sizes, url: string): Promise<Page> {
  const { page } = await openTab(browser, { viewport: sizes[size], timezoneId: 'Europe/Zurich' })
  await page.goto(url)
  await page.getByLabel('Adresse e-mail').fill(`${name}@example.org`)
  await page.getByLabel('Mot de passe').fill('caserne-demo')
  await page.getByRole('button', { name: 'Se connecter' }).click()
  await page.getByRole('heading', { level: 1, name: 'Alarmes' }).waitFor()
  await page.getByText('Chargement…').waitFor({ state: 'detached' })
  return page
}

// Answers the newest alarm on the phone: later, then coming, which is measured.
async function answer({ desk, phone, wall }: Screens): Promise<Record<string, number>> {
  const card = phone.locator('article.alarm').first()
  await card.getByRole('button', { name: 'Plus tard' }).click()
  await Promise.all([whenShown(wall, 'li.plus_tard', CHEF), whenShown(desk, 'tr.plus_tard', CHEF)])
  const shown = Promise.all([whenShown(wall, 'li.vient', CHEF), whenShown(desk, 'tr.vient', CHEF)])
  await card.getByRole('button', { name: 'Je viens', exact: true }).click()
  const [onWall, onDesk] = await shown
  const clicked = Number(await phone.evaluate('clickedAt'))
  return { 'click on the phone → wall': onWall - clicked, 'click on the phone → desk': onDesk - clicked }
}

async function onScreens(
  screens: Screens,
  look: (page: Page, name: keyof Screens) => Promise<number>,
): Promise<Record<string, number>> {
  const names = Object.keys(screens) as (keyof Screens)[]
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await look(screens[name], name)] as const)),
  )
}

// The instant at which a page shows an element with this text or name.
async function whenShown(page: Page, selector: string, text: string): Promise<number> {
  const shown = await page.waitForFunction(
    ([wanted = '', words = '']) => {
      const found = [...document.querySelectorAll(wanted)].some(
        (each) =>
          `${each.textContent} ${each.getAttribute('aria-label')}`.includes(words) && each.checkVisibility(),
      )
      return found ? Date.now() : 0
    },
    [selector, text],
  )
  return await shown.jsonValue()
}

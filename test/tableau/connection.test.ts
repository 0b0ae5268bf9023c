import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Door, openDoor } from '../support/door.ts'
import { addAlarme } from './alarme_fixture.ts'
import { useBoard } from './board_fixture.ts'
import { addIntervention } from './intervention_fixture.ts'
import { makeMur } from './mur_fixture.ts'

let door: Door
beforeAll(async () => {
  door = await openDoor(() => Number(new URL(board.database.urls.api).port))
})
afterAll(() => door.shut())
const board = useBoard({}, (urls) => ({
  ...urls,
  auth: door.through(urls.auth),
  api: door.through(urls.api),
}))

const LOST = 'Le serveur n’est pas joignable. Ce qui est affiché'
const notice = (page: Page) => page.getByRole('status').filter({ hasText: LOST })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const at = (path: string) => board.servers.urls().data + path

// Faults of scripts. That files did not come, the browser says too.
function faultsOf(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  return faults
}

beforeEach(async () => {
  const admin = await board.database.as('admin')
  await admin.query("update app.alarmes set date = now() - interval '2 days', validated = true")
})

describe('without network', { timeout: 120_000 }, () => {
  it('every page says so, and no more once the network is back', async () => {
    const { token } = await makeMur(board.servers)
    const id = await addIntervention(board.database, 'Feu sans réseau')
    const { page } = await board.openAs('commandant', '/tableau')
    const context = page.context()
    const paths = ['/', '/docs', '/tableau', '/tableau/equipe', '/tableau/annee', '/tableau/moi']
    paths.push('/tableau/messages', `/tableau/interventions/${id}`, `/tableau/mur#${token}`)
    const opened: { path: string; page: Page; faults: string[] }[] = []
    for (const path of paths) {
      const each = await context.newPage()
      const faults = faultsOf(each)
      await each.goto(at(path))
      await heading(each, /./).waitFor()
      await each.getByText('Chargement…').waitFor({ state: 'detached' })
      opened.push({ path, page: each, faults })
    }
    await context.setOffline(true)
    for (const each of opened) await notice(each.page).waitFor()
    await context.setOffline(false)
    for (const { path, page: each, faults } of opened) {
      await notice(each).waitFor({ state: 'hidden' })
      await heading(each, /./).waitFor()
      expect({ path, faults }).toEqual({ path, faults: [] })
    }
  })

  it('a page that was not there yet says so, and opens when the network is back', async () => {
    const { page } = await board.openAs('commandant', '/tableau')
    const faults = faultsOf(page)
    await page.getByText('Chargement…').waitFor({ state: 'detached' })
    await page.context().setOffline(true)
    await notice(page).waitFor()
    await page.getByRole('link', { name: 'Année' }).click()
    await heading(page, 'Caserne').waitFor()
    expect(await notice(page).count()).toBe(1)
    await page.context().setOffline(false)
    await heading(page, /^Année/).waitFor()
    await page.getByRole('img', { name: /^Interventions par mois/ }).waitFor()
    expect(faults).toEqual([])
  })

  it('a page whose figures do not come says so, and shows them when the network is back', async () => {
    const { page } = await board.openAs('commandant', '/tableau/annee')
    const faults = faultsOf(page)
    await page.getByRole('img', { name: /^Interventions par mois/ }).waitFor()
    await page.getByRole('link', { name: 'Alarmes' }).click()
    await heading(page, 'Alarmes').waitFor()
    await page.getByText('Chargement…').waitFor({ state: 'detached' })
    await page.context().setOffline(true)
    await notice(page).waitFor()
    await page.getByRole('link', { name: 'Année' }).click()
    await page.getByRole('alert').filter({ hasText: 'Le serveur n’est pas joignable.' }).waitFor()
    await page.getByRole('button', { name: 'Réessayer' }).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('img', { name: /^Interventions par mois/ }).waitFor()
    expect(faults).toEqual([])
  })

  it('the map of the wall comes later', async () => {
    const { token } = await makeMur(board.servers)
    const { page } = await board.open('/')
    const faults = faultsOf(page)
    await page.route('**/suisse.json', (route) => route.abort(), { times: 1 })
    await addAlarme(board.database, { adresse: 'Rue sans Carte 1' })
    await page.goto(at(`/tableau/mur#${token}`))
    await page.getByRole('img', { name: 'Carte : Rue sans Carte 1' }).waitFor()
    expect(faults).toEqual([])
  })
})

describe('without database', () => {
  const lose = async (page: Page) => {
    door.shut()
    await page.reload()
    await notice(page).waitFor()
  }

  it('a page that is reloaded says so, and comes back signed in', async () => {
    const { page } = await board.openAs('commandant', '/tableau/moi')
    await page.getByRole('heading', { name: 'Mes alertes' }).waitFor()
    const faults = faultsOf(page)
    await lose(page)
    expect(new URL(page.url()).pathname).toBe('/tableau/moi')
    await door.open()
    await page.getByRole('heading', { name: 'Mes alertes' }).waitFor()
    expect(faults).toEqual([])
  })

  it('the wall says so, and shows what has come meanwhile', async () => {
    const { token } = await makeMur(board.servers)
    const { page } = await board.open(`/tableau/mur#${token}`)
    await page.getByText(/^Aucune alarme en cours/).waitFor()
    const faults = faultsOf(page)
    await lose(page)
    await addAlarme(board.database, { adresse: 'Rue Manquée 4' })
    await door.open()
    await page.locator('.address', { hasText: 'Rue Manquée 4' }).waitFor()
    await notice(page).waitFor({ state: 'hidden' })
    expect(faults).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { chromiumMissing, screens } from '../support/chromium.ts'
import { useBoard } from './board_fixture.ts'

describe.skipIf(chromiumMissing() !== null)('the first page', () => {
  const board = useBoard()

  it('signs in with the keyboard alone, after a mistake that is read out', async () => {
    const { page, complaints } = await board.open('/')
    await page.getByLabel('Adresse e-mail').focus()
    await page.keyboard.type('commandant@example.org')
    await page.keyboard.press('Tab')
    await page.keyboard.type('faux')
    await page.keyboard.press('Enter')
    await page.getByText('Adresse ou mot de passe faux.').waitFor()
    await page.getByLabel('Mot de passe').fill('caserne-demo')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/tableau')
    await page.getByRole('heading', { level: 1, name: 'Alarmes' }).waitFor()
    expect(await page.evaluate('document.cookie')).toBe('')
    expect(complaints.filter((each) => !each.includes('401'))).toEqual([])
  })

  it('leads back to the page that was asked for, and never elsewhere', async () => {
    const { page } = await board.open('/tableau')
    await page.waitForURL('**/?suite=%2Ftableau')
    const { page: other } = await board.open('/?suite=//example.org/')
    await board.signIn(other, 'lecteur')
    await other.waitForURL('**/tableau')
  })

  it('shows nothing in any tab after one has signed out', async () => {
    const { page } = await board.openAs('lecteur', '/tableau')
    const second = await page.context().newPage()
    await second.goto(page.url())
    await second.getByRole('heading', { level: 1, name: 'Alarmes' }).waitFor()
    await page.getByRole('button', { name: 'Se déconnecter' }).click()
    for (const each of [page, second]) {
      await each.getByLabel('Mot de passe').waitFor()
      expect(await each.getByRole('heading', { name: 'Alarmes' }).count()).toBe(0)
    }
    await page.goBack()
    await page.getByLabel('Mot de passe').waitFor()
  })

  it.each(screens('phone'))('has no serious fault for screen readers: %s', async (size) => {
    const { page, complaints } = await board.open('/', size)
    await page.getByLabel('Mot de passe').waitFor()
    expect(await board.faults(page)).toEqual([])
    await page.goto(page.url().replace(/\/$/, '/docs'))
    await page.getByText('opérations sur').waitFor()
    expect(await board.faults(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expect(complaints).toEqual([])
  })

  it('answers a tried call of the reference', async () => {
    const { page } = await board.openAs('commandant', '/docs')
    await page.getByLabel('Chercher').fill('list_grades')
    await page.getByText('GET /grades').click()
    await page.getByRole('button', { name: 'Essayer' }).click()
    await page.getByText(/^200 en \d+ ms$/).waitFor()
    await expect
      .poll(() => page.getByLabel('Réponse', { exact: true }).textContent(), {
        timeout: 30_000,
        interval: 20,
      })
      .toContain('"data": [')
  })
})

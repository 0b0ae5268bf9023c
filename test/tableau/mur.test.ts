import { beforeEach, expect, it } from 'vitest'
import { screens } from '../support/chromium.ts'
import { addAlarme } from './alarme_fixture.ts'
import { useBoard } from './board_fixture.ts'
import { makeMur } from './mur_fixture.ts'

const board = useBoard()

beforeEach(async () => {
  const admin = await board.database.as('admin')
  await admin.query("update app.alarmes set date = now() - interval '2 days', validated = true")
})

it.each(screens('wall'))('shows the hour, wakes on an alarm, and counts who comes: %s', async (size) => {
  const { token } = await makeMur(board.servers)
  const { page, complaints } = await board.open(`/tableau/mur#${token}`, size)
  await page.getByText(/^Aucune alarme en cours/).waitFor()
  expect(page.url()).not.toContain(token)
  expect(await board.faults(page)).toEqual([])
  await addAlarme(board.database, { adresse: 'Rue du Mur 1' })
  await page.locator('.address', { hasText: 'Rue du Mur 1' }).waitFor()
  await page.getByRole('img', { name: 'Carte : Rue du Mur 1' }).waitFor()
  expect(await page.getByRole('timer').innerText()).toMatch(/^0:\d\d$/)
  const { page: phone } = await board.openAs('commandant', '/tableau', 'phone')
  await phone.getByRole('button', { name: 'Je viens', exact: true }).click()
  await expect.poll(() => page.locator('.comes').innerText(), { timeout: 30_000 }).toMatch(/^vient\s+1$/)
  await page.getByText('Amsler Ricarda').waitFor()
  expect(await board.faults(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  expect(complaints).toEqual([])
})

const whole = `(() => {
  const address = document.querySelector('.address')
  const counts = document.querySelector('.counts').getBoundingClientRect()
  const { bottom } = document.querySelector('.what').getBoundingClientRect()
  const hidden = address.scrollHeight - address.clientHeight
  // Less than a line: the tails of letters.
  const isWhole = hidden < parseFloat(getComputedStyle(address).lineHeight) / 2
  return isWhole && counts.bottom <= Math.min(bottom, innerHeight) + 1
})()`

it.each(screens('wall'))(
  'shows a long address whole, with its number, and the counts in sight: %s',
  async (size) => {
    const { token } = await makeMur(board.servers)
    const { page } = await board.open(`/tableau/mur#${token}`, size)
    for (const [description, adresse] of [
      ['Feu de bâtiment', '2854 Bassecourt, Rue du Colonel-Hoffmeyer 128b'],
      [
        'Accident de la circulation avec personne coincée',
        '2855 Glovelier, Chemin de la Côte-de-Mai 14, bâtiment B',
      ],
      [
        'Fausse alarme',
        '2363 Les Enfers, Route de la Vieille-Scierie-du-Haut 112 c, 2e étage, entrée par la cour',
      ],
    ] as const) {
      await addAlarme(board.database, { description, adresse })
      await page.locator('.address', { hasText: adresse }).waitFor()
      expect.soft([adresse, await page.evaluate(whole)]).toEqual([adresse, true])
    }
  },
)

it('keeps its token over a restart of the browser’s page, and asks for one when it is removed', async () => {
  const { id, token, headers } = await makeMur(board.servers)
  const { page } = await board.open(`/tableau/mur#${token}`)
  await page.getByText(/^Aucune alarme en cours/).waitFor()
  await page.reload()
  await page.getByText(/^Aucune alarme en cours/).waitFor()
  await fetch(`${board.servers.urls().data}/api/v2/murs/${id}`, { method: 'DELETE', headers })
  await page.reload()
  await page.getByText('Ce mur n’est pas ou plus admis.').waitFor()
})

it('is added on one’s own page, by a link that is shown once', async () => {
  const { page, complaints } = await board.openAs('commandant', '/tableau/moi')
  await page.getByLabel('Où est le mur ?').fill('Garage du bas')
  await page.getByRole('button', { name: 'Ajouter un mur' }).click()
  const link = await page.locator('code').innerText()
  const { page: wall } = await board.open(new URL(link).pathname + new URL(link).hash)
  await wall.getByText(/^Aucune alarme en cours/).waitFor()
  await page.getByRole('button', { name: 'Retirer le mur Garage du bas' }).click()
  await page.getByText('Garage du bas').waitFor({ state: 'detached' })
  expect(await page.locator('code').count()).toBe(0)
  expect(complaints).toEqual([])
})

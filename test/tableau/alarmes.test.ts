import { describe, expect, it } from 'vitest'
import { screens } from '../support/chromium.ts'
import { inOrder } from '../support/in_order.ts'
import { addAlarme } from './alarme_fixture.ts'
import { useBoard } from './board_fixture.ts'

const board = useBoard()
const soon = { timeout: 30_000, interval: 20 }

const alarm = (adresse: string) => addAlarme(board.database, { adresse })

// The first test is of a board without alarms.
describe('the board', inOrder, () => {
  it('shows an alarm without reload, with its place on the map, and who comes as they answer', async () => {
    const { page, complaints } = await board.openAs('lecteur', '/tableau')
    await page.getByText('Aucune alarme en cours.').waitFor()
    const id = await alarm('Rue du Feu 1')
    const card = page.getByRole('article')
    await card.getByText('Rue du Feu 1').waitFor()
    await page.getByRole('img', { name: 'Carte : Feu de cuisine, Rue du Feu 1' }).waitFor()
    await page.getByText('Bassecourt', { exact: true }).waitFor()
    expect(await page.locator('#annonces').textContent()).toBe(
      'Nouvelle alarme : Feu de cuisine, Rue du Feu 1',
    )
    // Accounts that only read, and are no sapeur, have no button to answer.
    expect(await card.getByRole('button', { name: 'Je viens' }).count()).toBe(0)

    const { page: phone } = await board.openAs('commandant', '/tableau', 'phone')
    await phone.getByRole('button', { name: 'Je viens', exact: true }).click()
    await expect.poll(() => card.locator('.comes').innerText(), soon).toMatch(/^vient\s+1$/)
    await page.getByRole('row', { name: /Vient/ }).waitFor()
    await phone.getByRole('button', { name: 'Je ne viens pas' }).click()
    await expect.poll(() => card.locator('.comes').innerText(), soon).toMatch(/^vient\s+0$/)
    await phone.getByRole('button', { name: 'Marquer comme vue' }).click()
    await page.getByText('Aucune alarme en cours.').waitFor()
    const admin = await board.database.as('admin')
    expect((await admin.query('select validated from app.alarmes where id = $1', [id])).rows).toEqual([
      { validated: true },
    ])
    expect(complaints).toEqual([])
  })

  it.each(screens('phone'))('has no serious fault for screen readers, and fits: %s', async (size) => {
    await alarm('Rue du Lac 2')
    const { page } = await board.openAs('commandant', '/tableau', size)
    await page
      .getByRole('img', { name: /^Carte/ })
      .first()
      .waitFor()
    expect(await board.faults(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  })

  it('says that the server is lost, and comes back with what was missed', async () => {
    const { page } = await board.openAs('lecteur', '/tableau')
    await page.getByRole('heading', { name: 'Alarmes' }).waitFor()
    // An answer that was on its way would say that the server is there.
    await page.getByText('Chargement…').waitFor({ state: 'detached' })
    await page.context().setOffline(true)
    await page.getByText('Le serveur n’est pas joignable.').waitFor()
    await alarm('Rue Manquée 3')
    await page.context().setOffline(false)
    await page.getByText('Rue Manquée 3').first().waitFor()
    await expect.poll(() => page.getByText('Le serveur n’est pas joignable.').count(), soon).toBe(0)
  })
})

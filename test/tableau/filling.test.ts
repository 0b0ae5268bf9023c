import { describe, expect, it } from 'vitest'
import { chromiumMissing } from '../support/chromium.ts'
import { useBoard } from './board_fixture.ts'

describe.skipIf(chromiumMissing() !== null)('a demo whose past is still being loaded', () => {
  const board = useBoard()

  it('is named as such on every page, until it is whole and the reader asks for it', async () => {
    const admin = await board.database.as('admin')
    await admin.query("insert into request.remplissages values ('hs', '2026-11-26')")
    const { page } = await board.open('/')
    const notice = page.getByRole('status').filter({ hasText: 'La démo se remplit' })
    await notice.waitFor()
    await board.signIn(page, 'commandant')
    await page.goto(`${board.servers.urls().data}/tableau/annee`)
    await page.getByRole('heading', { level: 1, name: /^Année/ }).waitFor()
    await notice.waitFor()
    expect(await board.look(page)).toEqual([])
    await admin.query('delete from request.remplissages')
    await page.getByText('La démo est complète.').waitFor()
    await page.getByRole('link', { name: 'Afficher' }).click()
    await page.getByText('La démo est complète.').waitFor({ state: 'hidden' })
    await page.getByRole('img', { name: /^Interventions par mois/ }).waitFor()
    expect(await notice.count()).toBe(0)
  })
})

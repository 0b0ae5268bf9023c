import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { plant } from '../support/table.ts'
import { addAlarme } from './alarme_fixture.ts'
import { useBoard } from './board_fixture.ts'

const board = useBoard()
const soon = { timeout: 30_000, interval: 20 }
const MOST_STEPS = 60

/** Goes to a control by Tab alone. @throws when it is not reached */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor()
  for (let n = 0; n < MOST_STEPS; n += 1) {
    if (await control.evaluate((each) => each === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${control}`)
}

async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, page.getByRole('button', { name, exact: true }).first())
  await page.keyboard.press('Enter')
}

it('by keyboard alone one signs in, answers an alarm, fills in its report and validates it', async () => {
  await addAlarme(board.database, { adresse: 'Rue du Clavier 4' })
  const { page, complaints } = await board.open('/')
  await tabTo(page, page.getByLabel('Adresse e-mail'))
  await page.keyboard.type('commandant@example.org')
  await page.keyboard.press('Tab')
  await page.keyboard.type('caserne-demo')
  await page.keyboard.press('Enter')

  const reply = page.getByRole('button', { name: 'Plus tard' }).first()
  await tabTo(page, reply)
  await page.keyboard.press('Enter')
  await expect.poll(() => reply.getAttribute('aria-pressed'), soon).toBe('true')
  await press(page, 'Je viens')
  await expect.poll(() => reply.getAttribute('aria-pressed'), soon).toBe('false')

  await plant(
    board.database,
    `insert into app.interventions (date_debut, heure_debut, date_fin, heure_fin, objet)
     values (current_date, '08:00', current_date, '10:00', 'Feu du clavier')`,
  )
  const admin = await board.database.as('admin')
  const { rows } = await admin.query<{ id: string }>(
    "select id from app.interventions where objet = 'Feu du clavier'",
  )
  const id = rows[0]?.id
  await page.goto(`${board.servers.urls().data}/tableau/interventions/${id}`)
  await page.getByRole('heading', { name: 'Feu du clavier' }).waitFor()
  const person = page.getByLabel('Ajouter').first()
  await tabTo(page, person)
  await page.keyboard.press('ArrowDown')
  await press(page, 'Ajouter')
  await page.getByText('Les présences sont saisies.').waitFor()
  await press(page, 'Valider l’intervention')
  await page.getByText('validée', { exact: true }).waitFor()
  const found = await admin.query("select statut from app.interventions where sis_key = 'hs' and id = $1", [
    id,
  ])
  expect(found.rows).toEqual([{ statut: 2 }])
  expect(complaints).toEqual([])
})

it('by keyboard alone one adds a device, names it, and removes it, and stays where one was', async () => {
  const { page, complaints } = await board.openAs('chef', '/tableau/moi')
  const section = page.getByRole('region', { name: 'Mes alertes' })
  const isThere = () => section.evaluate((each) => each.contains(document.activeElement))
  await press(page, 'M’avertir par e-mail')
  await press(page, 'Régler chef@example.org')
  await tabTo(page, page.getByLabel('Nom'))
  await page.keyboard.type('Messagerie')
  await page.keyboard.press('Enter')
  await section.getByText('Messagerie').waitFor()
  expect(await isThere()).toBe(true)
  await press(page, 'Désactiver Messagerie')
  await section.getByText('Désactivé', { exact: true }).waitFor()
  await press(page, 'Retirer Messagerie')
  await section.getByText('Messagerie').waitFor({ state: 'detached' })
  expect(await isThere()).toBe(true)
  expect(complaints).toEqual([])
})

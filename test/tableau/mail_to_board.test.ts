import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { sendAlarme } from '../../src/demo/send_alarme.ts'
import { useMailedAlarmes } from '../support/mailed_alarmes.ts'
import { useBoard } from './board_fixture.ts'
import { makeMur } from './mur_fixture.ts'

const board = useBoard()
const mailed = useMailedAlarmes(board.database)
const soon = { timeout: 30_000 }
// The sapeur of the account that answers.
const CHEF = 'Tobler Daniel'
const HOUR_MS = 3_600_000

/** How many interventions the page of the year counts. */
async function interventionsOf(page: Page): Promise<number> {
  const total = page.locator('.totals div').filter({ hasText: /^Interventions/ })
  return Number((await total.locator('dd').first().innerText()).replaceAll(/\D/g, ''))
}

// The whole way: SMTP, a mailbox, IMAP, a worker, the database, the stream, a browser.
it('an alarm that is mailed by SMTP is shown with its place, answered on a phone, reported, validated and counted', async () => {
  const { token } = await makeMur(board.servers)
  const desk = await board.openAs('commandant', '/tableau/annee')
  const before = await interventionsOf(desk.page)
  await desk.page.getByRole('link', { name: 'Alarmes' }).click()
  const phone = await board.openAs('chef', '/tableau', 'phone')
  const wall = await board.open(`/tableau/mur#${token}`, 'wall')
  for (const { page } of [desk, phone, wall]) {
    await page.getByText(/^Aucune alarme en cours/).waitFor()
    await page.evaluate('globalThis.sameDocument = true')
  }

  const adresse = '2854 Bassecourt, Rue du Courrier 7'
  await sendAlarme(
    { adresse, position: { e: 2_584_110, n: 1_243_760 }, description: 'Feu de poubelle' },
    mailed.smtpPort(),
  )
  const card = desk.page.getByRole('article').filter({ hasText: adresse })
  await card.waitFor(soon)
  const map = desk.page.getByRole('img', { name: `Carte : Feu de poubelle, ${adresse}` })
  await expect.poll(() => map.locator('circle.point').getAttribute('cx'), soon).toBe('258411')
  await wall.page.getByRole('img', { name: `Carte : ${adresse}` }).waitFor(soon)
  // The centre's report says who comes already.
  const coming = async () => Number((await wall.page.locator('.comes dd').innerText()) || 0)
  await expect.poll(coming, soon).toBeGreaterThanOrEqual(2)

  await phone.page.getByRole('button', { name: 'Je ne viens pas' }).click()
  await wall.page.getByText(CHEF).waitFor({ state: 'detached' })
  const others = await coming()
  await phone.page.getByRole('button', { name: 'Je viens', exact: true }).click()
  await wall.page.locator('li.vient', { hasText: CHEF }).waitFor()
  expect(await coming()).toBe(others + 1)
  await card.locator('.comes', { hasText: new RegExp(`${others + 1}$`) }).waitFor()
  for (const { page } of [desk, phone, wall])
    expect(await page.evaluate('globalThis.sameDocument')).toBe(true)

  await card.getByRole('link', { name: 'Rapport' }).click()
  const { page } = desk
  await page.getByLabel('Ajouter').first().selectOption('quittances')
  // Nobody knows yet when they left.
  expect(await page.getByLabel('Départ').inputValue()).toBe('')
  const arrival = Date.parse(`${await page.getByLabel('Arrivée').inputValue()}Z`)
  await page.getByLabel('Départ').fill(new Date(arrival + HOUR_MS).toISOString().slice(0, 16))
  await page.getByRole('button', { name: 'Ajouter', exact: true }).click()
  await page.getByText('Les présences sont saisies.').waitFor()
  await page.getByRole('row', { name: CHEF }).waitFor()
  await page.getByRole('button', { name: 'Valider l’intervention' }).click()
  await page.getByText('validée', { exact: true }).waitFor()
  const [report] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Rapport en PDF' }).click(),
  ])
  const pdf = readFileSync(await report.path())
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  await page.getByRole('link', { name: 'Année' }).click()
  expect(await interventionsOf(page)).toBe(before + 1)
  for (const { complaints } of [desk, phone, wall]) expect(complaints).toEqual([])
}, 120_000)

import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { useBoard } from './board_fixture.ts'

const board = useBoard()
const DAY_MS = 86_400_000
const sizes = ['phone', 'desk'] as const

/** The day in Switzerland, some days from now: `2026-03-14`. */
const dayIn = (days: number) =>
  new Date(Date.now() + days * DAY_MS).toLocaleDateString('sv', { timeZone: 'Europe/Zurich' })
const standby = (page: Page) => page.getByRole('region', { name: 'Mes piquets' })

async function putOnStandby(page: Page, name: string, days: number): Promise<void> {
  const form = page.getByRole('region', { name: 'Mettre de piquet' })
  await form.getByLabel('Sapeur').selectOption(name)
  await form.getByLabel('Début').fill(`${dayIn(days)}T18:00`)
  await form.getByLabel('Fin').fill(`${dayIn(days + 1)}T06:00`)
  await form.getByRole('button', { name: 'Mettre de piquet' }).click()
}

beforeEach(async () => {
  const admin = await board.database.as('admin')
  await admin.query('delete from app.piquets')
  await admin.query('delete from app.effectif_requis')
})

it.each(sizes)('a standby is planned, given to another, and accepted by them: %s', async (size) => {
  const { page: officer, complaints } = await board.openAs('commandant', '/tableau/equipe', size)
  await putOnStandby(officer, 'Berberat Yves', 2)
  const plan = officer.getByRole('listitem').filter({ hasText: 'Retirer' })
  await plan.getByText('Berberat Yves').waitFor()

  const { page: giver } = await board.openAs('sapeur', '/tableau/moi', size)
  await standby(giver)
    .getByRole('button', { name: /^Échanger le piquet du/ })
    .click()
  await standby(giver).getByLabel('À qui le demander ?').selectOption('Tobler Daniel')
  await standby(giver).getByRole('button', { name: 'Demander' }).click()
  await standby(giver).getByText('Tobler Daniel est prié de le reprendre').waitFor()
  expect(await board.faults(giver)).toEqual([])

  const { page: taker } = await board.openAs('chef', '/tableau/moi', size)
  await standby(taker).getByText('vous prie de reprendre son piquet').waitFor()
  expect(await board.faults(taker)).toEqual([])
  await standby(taker).getByRole('button', { name: 'Reprendre ce piquet' }).click()
  await standby(taker)
    .getByRole('button', { name: /^Échanger le piquet du/ })
    .waitFor()
  await giver.reload()
  await standby(giver).getByText('Vous n’êtes pas de piquet.').waitFor()

  await officer.reload()
  await officer.getByRole('button', { name: 'Retirer le piquet de Tobler Daniel' }).click()
  await officer.getByText('Personne n’est de piquet.').waitFor()
  expect(complaints).toEqual([])
})

it('a standby that was offered is kept, or declined', async () => {
  const { page: officer } = await board.openAs('commandant', '/tableau/equipe')
  await putOnStandby(officer, 'Berberat Yves', 3)
  await officer.getByRole('button', { name: 'Retirer le piquet de Berberat Yves' }).waitFor()
  const { page: giver } = await board.openAs('sapeur', '/tableau/moi')
  const { page: taker } = await board.openAs('chef', '/tableau/moi')
  const offer = async () => {
    await standby(giver)
      .getByRole('button', { name: /^Échanger le piquet du/ })
      .click()
    await standby(giver).getByLabel('À qui le demander ?').selectOption('Tobler Daniel')
    await standby(giver).getByRole('button', { name: 'Demander' }).click()
    await standby(giver)
      .getByRole('button', { name: /^Garder le piquet du/ })
      .waitFor()
    await taker.reload()
    await standby(taker).getByText('vous prie de reprendre son piquet').waitFor()
  }
  await offer()
  await standby(taker).getByRole('button', { name: 'Refuser' }).click()
  await standby(taker).getByText('Vous n’êtes pas de piquet.').waitFor()
  await giver.reload()
  await offer()
  await standby(giver)
    .getByRole('button', { name: /^Garder le piquet du/ })
    .click()
  await standby(giver)
    .getByRole('button', { name: /^Échanger le piquet du/ })
    .waitFor()
  await standby(taker).getByRole('button', { name: 'Reprendre ce piquet' }).click()
  await standby(taker).getByRole('alert').filter({ hasText: /./ }).waitFor()
})

it('nobody is put on standby twice at a time, and the form keeps what was typed', async () => {
  const { page } = await board.openAs('commandant', '/tableau/equipe')
  await putOnStandby(page, 'Amsler Ricarda', 4)
  await page.getByRole('button', { name: 'Retirer le piquet de Amsler Ricarda' }).waitFor()
  const form = page.getByRole('region', { name: 'Mettre de piquet' })
  await expect.poll(() => form.getByLabel('Début').inputValue(), { timeout: 30_000 }).toBe('')
  await putOnStandby(page, 'Amsler Ricarda', 4)
  await form.getByRole('alert').filter({ hasText: /./ }).waitFor()
  expect(await form.getByLabel('Début').inputValue()).toBe(`${dayIn(4)}T18:00`)
  await form.getByLabel('Fin').fill(`${dayIn(3)}T18:00`)
  await form.getByRole('button', { name: 'Mettre de piquet' }).click()
  await expect
    .poll(() => form.getByLabel('Fin').getAttribute('aria-invalid'), { timeout: 30_000 })
    .toBe('true')
})

it('people take turns week by week', async () => {
  const { page } = await board.openAs('commandant', '/tableau/equipe')
  const form = page.getByRole('region', { name: 'Tournus hebdomadaire' })
  await form.getByLabel('Sapeurs, à tour de rôle').selectOption(['Dobler Mathieu', 'Erard Fabienne'])
  await form.getByLabel('Début').fill(`${dayIn(5)}T06:00`)
  await form.getByLabel('Semaines').fill('3')
  await form.getByRole('button', { name: 'Planifier le tournus' }).click()
  await page.getByRole('button', { name: 'Retirer le piquet de Dobler Mathieu' }).waitFor()
  const { body } = await board.servers.data(`/api/v2/piquets?du=${dayIn(5)}&au=${dayIn(25)}`, {
    as: 'commandant@example.org',
    sis: 'hs',
  })
  const turns = body.data.filter(({ nom_prenom }: { nom_prenom: string }) =>
    /^(Dobler|Erard)/.test(nom_prenom),
  )
  expect(turns.map(({ nom_prenom }: { nom_prenom: string }) => nom_prenom)).toEqual([
    'Dobler Mathieu',
    'Erard Fabienne',
    'Dobler Mathieu',
  ])
})

it.each(sizes)('a requirement is added, its shortfall seen hour by hour, and removed: %s', async (size) => {
  const { page, complaints } = await board.openAs('commandant', '/tableau/equipe', size)
  await page.getByText('Aucun effectif requis n’est défini.').waitFor()
  const form = page.getByRole('region', { name: 'Effectif requis' })
  await form.getByLabel('Désignation').fill('Porteurs la nuit')
  await form.getByLabel('Minimum').fill('99')
  await form.getByLabel('Porteurs seulement').check()
  await form.getByLabel('de', { exact: true }).fill('18:00')
  await form.getByLabel('à', { exact: true }).fill('06:00')
  await form.getByRole('button', { name: 'Ajouter' }).click()
  const short = page.getByRole('listitem').filter({ hasText: /sur 99/ })
  await short.first().waitFor()
  expect(await short.first().innerText()).toMatch(/Porteurs la nuit\s[\s\S]*06:00[\s\S]*\d+ sur 99/)
  await page
    .getByRole('img', { name: 'Porteurs la nuit : disponibles heure par heure, 99 au moins' })
    .waitFor()
  await page
    .getByText(/^il en manque \d+$|^pas requis à cette heure$/)
    .first()
    .waitFor()
  expect(await board.faults(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  await page.getByRole('button', { name: 'Supprimer Porteurs la nuit' }).click()
  await page.getByText('Aucun effectif requis n’est défini.').waitFor()
  expect(complaints).toEqual([])
})

it('a reader who may not change the plan sees it without forms', async () => {
  const { page } = await board.openAs('chef', '/tableau/equipe')
  await page.getByRole('heading', { name: 'De piquet cette semaine' }).waitFor()
  expect(await page.getByRole('button', { name: 'Mettre de piquet' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: /^Retirer/ }).count()).toBe(0)
})

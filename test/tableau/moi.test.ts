import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { useBoard } from './board_fixture.ts'

const board = useBoard()
const DAY_MS = 86_400_000

/** The day in Switzerland, some days from now: `2026-03-14`. */
const dayIn = (days: number) =>
  new Date(Date.now() + days * DAY_MS).toLocaleDateString('sv', { timeZone: 'Europe/Zurich' })
/** The next Saturday after today. */
const saturday = () => dayIn(7 - ((new Date(dayIn(0)).getUTCDay() + 1) % 7))
const absences = (page: Page) => page.getByRole('region', { name: 'Mes absences' })

async function announce(page: Page, debut: string, fin: string, repetition = 'Une fois'): Promise<void> {
  const form = absences(page)
  if (!(await form.getByLabel('Début').isVisible())) await form.getByText('Annoncer une absence').click()
  await form.getByLabel('Début').fill(debut)
  await form.getByLabel('Fin').fill(fin)
  await form.getByLabel('Motif').selectOption('Travail')
  await form.getByLabel('Répétition').selectOption(repetition)
  await form.getByRole('button', { name: 'Annoncer', exact: true }).click()
}

// Those of the demo depend on the day.
beforeEach(async () => {
  await (await board.database.as('admin')).query('delete from app.indisponibilites')
})

describe('an absence', () => {
  it.each(['phone', 'desk'] as const)(
    'that repeats is announced, seen by officers, and removed: %s',
    async (size) => {
      const { page, complaints } = await board.openAs('sapeur', '/tableau/moi', size)
      await announce(page, `${dayIn(1)}T08:00`, `${dayIn(1)}T17:00`, 'Chaque jour')
      await absences(page)
        .getByText(/Chaque jour, 08:00–17:00\s+jusqu’au/)
        .waitFor()
      expect(await absences(page).getByLabel('Début').inputValue()).toBe('')
      expect(await board.faults(page)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      const { page: officer } = await board.openAs('commandant', '/tableau/equipe', size)
      const seen = officer.getByRole('listitem').filter({ hasText: 'Berberat Yves' })
      await seen.getByText(/autres fois$/).click()
      const times = (await seen.innerText()).match(/08:00–17:00\s+travail/gi) ?? []
      expect(times.length).toBeGreaterThanOrEqual(5)
      await absences(page)
        .getByRole('button', { name: /^Supprimer l’absence du/ })
        .click()
      await absences(page)
        .getByText(/^Chaque jour, 08/)
        .waitFor({ state: 'detached' })
      expect(complaints).toEqual([])
    },
  )

  it('from now on is one click', async () => {
    const { page } = await board.openAs('sapeur', '/tableau/moi')
    await page.getByRole('button', { name: 'Indisponible 8 h' }).click()
    await absences(page)
      .getByRole('button', { name: /^Supprimer l’absence du/ })
      .waitFor()
    const { page: officer } = await board.openAs('commandant', '/tableau/equipe')
    await officer.getByText('Absents', { exact: true }).waitFor()
    expect(await officer.locator('.totals div', { hasText: 'Absents' }).innerText()).toMatch(/1$/)
  })

  it('that makes no sense is refused at its field, and nothing is lost', async () => {
    const { page } = await board.openAs('chef', '/tableau/moi')
    const form = absences(page)
    await announce(page, `${dayIn(2)}T08:00`, `${dayIn(1)}T08:00`)
    await expect
      .poll(() => form.getByLabel('Fin').getAttribute('aria-invalid'), { timeout: 30_000 })
      .toBe('true')
    expect(await form.getByLabel('Fin').evaluate((each) => each === document.activeElement)).toBe(true)
    expect(await board.faults(page)).toEqual([])
    const day = saturday()
    await announce(page, `${day}T08:00`, `${day}T12:00`, 'Du lundi au vendredi')
    await form.getByText('Le premier jour doit être l’un de ceux de la répétition.').waitFor()
    expect(await form.getByLabel('Début').inputValue()).toBe(`${day}T08:00`)
    expect(await form.getByRole('listitem').count()).toBe(0)
  })
})

it('a wrong password is refused, and the right one is changed', async () => {
  const { page } = await board.openAs('nouveau', '/tableau/moi')
  const change = async (password: string) => {
    await page.getByLabel('Mot de passe actuel').fill(password)
    await page.getByLabel('Nouveau mot de passe').fill('caserne-neuve')
    await page.getByRole('button', { name: 'Changer le mot de passe' }).click()
  }
  await change('faux-faux')
  await page.getByRole('region', { name: 'Mot de passe' }).locator('.fault', { hasText: /./ }).waitFor()
  await change('caserne-demo')
  await page.getByRole('button', { name: 'Se connecter' }).waitFor()
  expect((await board.servers.logIn('nouveau@example.org', 'caserne-neuve')).status).toBe(200)
})

import { expect, it } from 'vitest'
import { useBoard } from './board_fixture.ts'

const board = useBoard()

it.each(['phone', 'desk'] as const)(
  'an address is made on one’s own page, copied, read, and removed: %s',
  async (size) => {
    const { page, complaints } = await board.openAs('sapeur', '/tableau/moi', size)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByLabel('Sur quel appareil ?').fill(`Téléphone ${size}`)
    await page.getByRole('button', { name: 'Créer une adresse' }).click()
    const address = await page.locator('code').innerText()
    expect(await page.getByRole('link', { name: 'Ouvrir dans l’agenda' }).getAttribute('href')).toBe(
      address.replace('http:', 'webcal:'),
    )
    await page.getByRole('button', { name: 'Copier' }).click()
    await page.getByRole('button', { name: 'Copié' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(address)
    expect(await (await fetch(address)).text()).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*END:VCALENDAR\r\n$/)
    expect(await board.faults(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await page.getByRole('button', { name: `Supprimer le calendrier Téléphone ${size}` }).click()
    await page.getByText(`Téléphone ${size}`).waitFor({ state: 'detached' })
    expect([await page.locator('code').count(), (await fetch(address)).status]).toEqual([0, 404])
    expect(complaints).toEqual([])
  },
)

it('says why there cannot be a sixth', async () => {
  const { page } = await board.openAs('chef', '/tableau/moi')
  for (let n = 1; n <= 6; n++) {
    await page.getByLabel('Sur quel appareil ?').fill(`Agenda ${n}`)
    await page.getByRole('button', { name: 'Créer une adresse' }).click()
    if (n < 6) await page.getByText(`Agenda ${n}`).waitFor()
  }
  await page.getByText('Vous avez déjà cinq calendriers : supprimez-en un d’abord').waitFor()
})

it('is not offered to an account that is no sapeur', async () => {
  const { page } = await board.openAs('lecteur', '/tableau/moi')
  await page.getByText('Votre compte n’est pas lié à un sapeur de ce service.').waitFor()
  expect(await page.getByRole('button', { name: 'Créer une adresse' }).count()).toBe(0)
})

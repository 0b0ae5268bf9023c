import type { Page } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { inOrder } from '../support/in_order.ts'
import { envoisKey, soon, useEnvois } from '../worker/envois/envois_fixture.ts'
import { usePushService } from '../worker/envois/push_service.ts'
import { useReceiver } from '../worker/envois/webhook_receiver.ts'
import { useBoard } from './board_fixture.ts'

const board = useBoard({ MAILBOX_KEY: envoisKey, DELIVERY_HOSTS: '127.0.0.0/8:*' })
const receiver = useReceiver()
const { sql, addAlarme, work } = useEnvois(board.database, usePushService())

/** Adds a webhook on the page. @returns the secret that it shows */
async function add(page: Page, url: string): Promise<string> {
  await page.getByText('Ajouter un webhook').click()
  await page.getByLabel('Adresse', { exact: true }).fill(url)
  await page.getByRole('button', { name: 'Ajouter', exact: true }).click()
  return await page.locator('code').innerText()
}

describe('webhooks on the board:', inOrder, () => {
  it.each(['phone', 'desk'] as const)(
    'a webhook is added, and signs with the secret that is shown once: %s',
    async (size) => {
      const { page, complaints } = await board.openAs('commandant', '/tableau/moi', size)
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      const url = receiver.url(`/${size}`)
      const secret = await add(page, url)
      await page.getByRole('button', { name: 'Copier' }).click()
      await page.getByRole('button', { name: 'Copié' }).waitFor()
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret)
      expect(await board.faults(page)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      await work()
      const alarme = await addAlarme(['1'])
      await expect.poll(() => receiver.received.map(({ path }) => path), soon).toEqual([`/${size}`])
      const [{ body, headers } = { body: '', headers: {} }] = receiver.received
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
        type: 'alarme',
        data: { sis: 'hs', alarme_id: String(alarme) },
      })
      await page.reload()
      await page.getByText(url).waitFor()
      expect(await page.locator('code').count()).toBe(0)
      await page.getByRole('button', { name: `Retirer ${url}` }).click()
      await page.getByText(url).waitFor({ state: 'detached' })
      expect(await sql('select from app.webhooks')).toEqual([])
      expect(complaints).toEqual([])
    },
  )

  it('a webhook that was disabled says why, and receives events again once it is switched on', async () => {
    const { page } = await board.openAs('commandant', '/tableau/moi')
    await add(page, receiver.url())
    receiver.reply(410)
    await work()
    await addAlarme(['1'])
    await expect.poll(() => sql('select actif from app.webhooks'), soon).toEqual([{ actif: false }])
    await page.reload()
    const row = page.getByRole('listitem').filter({ hasText: receiver.url() })
    await expect
      .poll(() => row.innerText(), soon)
      .toMatch(/Désactivé sans succès depuis le .+ Le service a répondu 410\./s)
    await row.getByRole('button', { name: /^Réactiver/ }).click()
    await row.getByRole('button', { name: /^Désactiver/ }).waitFor()
    expect(await row.innerText()).not.toContain('a répondu')
    await addAlarme(['1'])
    await expect.poll(() => receiver.received.length, soon).toBe(2)
    await row.getByRole('button', { name: /^Désactiver/ }).click()
    await row.getByText('Désactivé', { exact: true }).waitFor()
    await row.getByRole('button', { name: /^Retirer/ }).click()
    await row.waitFor({ state: 'detached' })
  })

  it('what is wrong with a webhook stands at the field', async () => {
    const { page } = await board.openAs('commandant', '/tableau/moi')
    await page.getByText('Ajouter un webhook').click()
    const address = page.getByLabel('Adresse', { exact: true })
    await address.fill('ftp://sms.example.org')
    await page.getByRole('button', { name: 'Ajouter', exact: true }).click()
    await page.getByText('Cette adresse n’est pas valable : https://…').waitFor()
    expect(await address.getAttribute('aria-invalid')).toBe('true')
    expect(await address.evaluate((each) => each === document.activeElement)).toBe(true)
    expect(await board.faults(page)).toEqual([])
    await address.fill('https://sms.example.org')
    await page.getByLabel('Alarme', { exact: true }).uncheck()
    await page.getByRole('button', { name: 'Ajouter', exact: true }).click()
    await page.getByText('Il faut au moins 1 élément(s).').waitFor()
    expect([await address.getAttribute('aria-invalid'), await address.inputValue()]).toEqual([
      'false',
      'https://sms.example.org',
    ])
  })

  it('alerts say all of it once the SIS wants that, and no more than “Alarme” again', async () => {
    const { page, complaints } = await board.openAs('commandant', '/tableau/moi')
    await add(page, receiver.url())
    await work()
    const addressOf = (n: number) => JSON.parse(receiver.received[n]?.body ?? '{}').data?.adresse
    for (const [n, label, address] of [
      [0, 'Le genre, l’adresse et la description', 'Rue de la Gare 15'],
      [1, 'Seulement « Alarme »', undefined],
    ] as const) {
      await page.getByLabel(label).check()
      await page
        .getByRole('region', { name: 'Contenu des alertes' })
        .getByRole('button', { name: 'Enregistrer' })
        .click()
      await page.getByText('C’est enregistré.').waitFor()
      await addAlarme(['1'])
      await expect.poll(() => receiver.received.length, soon).toBe(n + 1)
      expect(addressOf(n)).toBe(address)
      await page.reload()
      expect(await page.getByLabel(label).isChecked()).toBe(true)
    }
    expect(complaints).toEqual([])
  })

  it('an account without sis.config sees neither', async () => {
    const { page } = await board.openAs('chef', '/tableau/moi')
    await page.getByRole('heading', { name: 'Mes alertes' }).waitFor()
    expect(await page.getByText('Ajouter un webhook').count()).toBe(0)
    expect(await page.getByText('Contenu des alertes').count()).toBe(0)
  })
})

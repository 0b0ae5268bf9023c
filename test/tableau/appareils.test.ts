import { beforeEach, describe, expect, it } from 'vitest'
import { envoisKey, soon, useEnvois } from '../worker/envois/envois_fixture.ts'
import { usePushService } from '../worker/envois/push_service.ts'
import { devices, told, useMine } from './appareils_fixture.ts'
import { useBoard } from './board_fixture.ts'
import { notices, useDelivery, workerOf } from './notices_fixture.ts'

const board = useBoard({ MAILBOX_KEY: envoisKey, DELIVERY_HOSTS: '127.0.0.0/8:*' }, undefined, 'notify')
const service = usePushService()
const openMine = useMine(board, service)
const { sql, addGroup, addAlarme, work } = useEnvois(board.database, service)

/** A group of the sapeur of the demo. @returns its number */
async function addGroupOfSapeur(): Promise<string> {
  const { id, no } = await addGroup()
  await sql(
    `insert into app.groupe_sapeurs (groupe_id, sapeur_id)
     select $1, id from app.sapeurs where nom_prenom = 'Berberat Yves'`,
    [id],
  )
  return no
}

/** Alarms whose devices are not told yet. */
const waiting = () => sql("select from graphile_worker.jobs where task_identifier = 'tell_appareils'")
beforeEach(async () => {
  await (await board.database.as('admin')).query('delete from app.appareils')
})

describe('a browser', () => {
  it('is not told before a worker has made the key of the instance', async () => {
    await (await board.database.as('admin')).query('delete from request.push_keys')
    const { page } = await openMine('sapeur')
    await told(page).click()
    await page
      .getByText('Le serveur n’est pas encore prêt à envoyer des messages. Réessayez plus tard.')
      .waitFor()
    expect(await devices(page).count()).toBe(0)
  })

  it.each(['phone', 'desk'] as const)(
    'receives alarms after one click, until it is switched off: %s',
    async (size) => {
      const { data } = board.servers.urls()
      await work({ telling: { base: data, contact: 'mailto:caserne@example.org' } })
      const no = await addGroupOfSapeur()
      const { page, complaints, keys } = await openMine('sapeur', size)
      await workerOf(page)
      const deliver = await useDelivery(page)
      await told(page).click()
      await page.getByText('Chrome sur Linux (ce navigateur)').waitFor()
      expect(await told(page).count()).toBe(0)
      const { body } = await board.servers.data('/api/v2/push-key', { as: 'sapeur@example.org', sis: 'hs' })
      expect(keys).toEqual([body.data.cle])
      expect(await board.faults(page)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)

      service.received.length = 0
      const alarme = await addAlarme([no])
      await expect.poll(() => service.received.length, soon).toBe(1)
      await deliver(JSON.stringify(service.received[0]?.message))
      const lien = expect.stringContaining(`${data}/r/hs.`)
      await expect
        .poll(() => notices(page), soon)
        .toEqual([{ title: 'Alarme', body: '', tag: `alarme-${alarme}`, data: lien }])
      await page.reload()
      await page.getByText('Chrome sur Linux (ce navigateur)').waitFor()
      await page.getByRole('button', { name: 'Désactiver Chrome sur Linux' }).click()
      await page.getByText('Désactivé', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Réactiver Chrome sur Linux' }).click()
      await page.getByText('Par notification').waitFor()
      await page.getByRole('button', { name: 'Retirer Chrome sur Linux' }).click()
      await told(page).waitFor()
      expect(await devices(page).count()).toBe(0)
      expect(complaints).toEqual([])
    },
  )

  it('receives nothing while it is switched off', async () => {
    await work()
    const no = await addGroupOfSapeur()
    const { page } = await openMine('sapeur')
    await told(page).click()
    await page.getByRole('button', { name: 'Désactiver Chrome sur Linux' }).click()
    await page.getByText('Désactivé', { exact: true }).waitFor()
    service.received.length = 0
    await addAlarme([no])
    await expect.poll(waiting, soon).toEqual([])
    await page.getByRole('button', { name: 'Réactiver Chrome sur Linux' }).click()
    await page.getByText('Par notification').waitFor()
    const next = await addAlarme([no])
    await expect
      .poll(() => service.received.map(({ message }) => message.tag), soon)
      .toEqual([`alarme-${next}`])
  })

  it('is asked again once its subscription is gone, and receives for one account only', async () => {
    await work()
    const { page } = await openMine('chef')
    await told(page).click()
    await page.getByText('Chrome sur Linux (ce navigateur)').waitFor()
    await page.getByRole('button', { name: 'Se déconnecter' }).click()
    await board.signIn(page, 'lecteur')
    await page.goto(`${board.servers.urls().data}/tableau/moi`)
    await told(page).click()
    await page.getByText('Cet appareil est déjà inscrit par un autre compte').waitFor()
    await page.addInitScript('PushManager.prototype.getSubscription = async () => null')
    await page.getByRole('button', { name: 'Se déconnecter' }).click()
    await board.signIn(page, 'chef')
    await page.goto(`${board.servers.urls().data}/tableau/moi`)
    await devices(page).getByText('Chrome sur Linux').waitFor()
    await told(page).waitFor()
  })

  it('asks for permission, and says what to do where it is refused', async () => {
    const { page } = await board.openAs('lecteur', '/tableau/moi')
    await told(page).click()
    await page.getByText(/^Ce navigateur n’autorise pas les notifications de Caserne/).waitFor()
    expect(await devices(page).count()).toBe(0)
  })

  it('is offered no notices where it knows none, but mails', async () => {
    const { page } = await board.open('/')
    await page.addInitScript('delete window.PushManager')
    await board.signIn(page, 'chef')
    await page.goto(`${board.servers.urls().data}/tableau/moi`)
    await page.getByText('Ce navigateur ne reçoit pas de messages.').waitFor()
    expect(await told(page).count()).toBe(0)
    await page.getByRole('button', { name: 'M’avertir par e-mail' }).waitFor()
  })
})

describe('quiet hours', () => {
  it('are set and cleared, and a half of them is refused at the fields', async () => {
    const { page } = await openMine('commandant')
    await page.getByRole('button', { name: 'M’avertir par e-mail' }).click()
    const name = 'commandant@example.org'
    await page.getByRole('button', { name: `Régler ${name}` }).click()
    const from = page.getByLabel('de', { exact: true })
    await from.fill('22:00')
    await page.getByRole('button', { name: 'Enregistrer' }).first().click()
    await page.getByText('Indiquez le début et la fin du silence.').waitFor()
    expect(await from.getAttribute('aria-invalid')).toBe('true')
    expect(await from.evaluate((each) => each === document.activeElement)).toBe(true)
    expect(await board.faults(page)).toEqual([])
    await page.getByLabel('à', { exact: true }).fill('06:30')
    await page.getByLabel('Nom').fill('Messagerie')
    await page.getByRole('button', { name: 'Enregistrer' }).first().click()
    await page.getByText('Par e-mail, sauf de 22:00 à 06:30').waitFor()
    await page.getByRole('button', { name: 'Régler Messagerie' }).click()
    await from.fill('')
    await page.getByLabel('à', { exact: true }).fill('')
    await page.getByRole('button', { name: 'Enregistrer' }).first().click()
    await page.getByText('Par e-mail', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'M’avertir par e-mail' }).count()).toBe(0)
  })
})

it('an account without alerts of the SIS reads that it receives none', async () => {
  const { page } = await board.openAs('lecteur', '/tableau/moi')
  await page.getByText(/^Votre compte ne reçoit pas encore les alertes de ce service/).waitFor()
})

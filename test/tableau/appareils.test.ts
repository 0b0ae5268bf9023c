import { createECDH, createHash } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { envoisKey, soon, useEnvois } from '../worker/envois/envois_fixture.ts'
import { usePushService } from '../worker/envois/push_service.ts'
import { useBoard } from './board_fixture.ts'
import { notices, useDelivery, workerOf } from './notices_fixture.ts'

const board = useBoard({ MAILBOX_KEY: envoisKey, DELIVERY_HOSTS: '127.0.0.0/8:*' })
const service = usePushService()
const { sql, addGroup, addAlarme, work } = useEnvois(board.database, service)

/** Subscriptions of a browser at our push service. */
interface Subscriptions {
  /** The keys that the board subscribed with. */
  keys: string[]
  /** Has the service end the subscription. */
  end(): void
}

/**
 * Has a browser subscribe at our push service, for its own is a company's on the Internet, and hands it what the
 * service gets for it.
 */
async function useOurService(page: Page): Promise<Subscriptions> {
  const keys: string[] = []
  let subscription: object | null = null
  await page.exposeFunction('subscribeHere', (key: string) => {
    if (subscription === null) {
      keys.push(key)
      subscription = { ...service.subscribe(), key }
    }
    return subscription
  })
  await page.exposeFunction('subscribedHere', () => subscription)
  await page.exposeFunction('unsubscribeHere', () => {
    subscription = null
  })
  await page.addInitScript(`
    const bytesOf = (key) => Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0)).buffer
    const shown = (made) => made && { endpoint: made.endpoint, toJSON: () => made, unsubscribe: unsubscribeHere, options: { applicationServerKey: bytesOf(made.key) } }
    PushManager.prototype.subscribe = async ({ applicationServerKey: key }) => {
      const made = await subscribeHere(key)
      if (made.key !== key) throw new DOMException('', 'InvalidStateError')
      return shown(made)
    }
    PushManager.prototype.getSubscription = async () => shown(await subscribedHere())
  `)
  return {
    keys,
    end: () => {
      subscription = null
    },
  }
}

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

/** One’s own page, in a browser that subscribes at our service and may show notices. */
async function openMine(name: string, size: 'phone' | 'desk' = 'phone') {
  const { page, complaints } = await board.open('/', size)
  const subscriptions = await useOurService(page)
  await board.signIn(page, name)
  await page.context().grantPermissions(['notifications'])
  await page.goto(`${board.servers.urls().data}/tableau/moi`)
  await page.getByRole('heading', { name: 'Mes alertes' }).waitFor()
  return { page, complaints, ...subscriptions }
}

/** Alarms whose devices are not told yet. */
const waiting = () => sql("select from graphile_worker.jobs where task_identifier = 'tell_appareils'")
const told = (page: Page) => page.getByRole('button', { name: 'M’avertir sur ce navigateur' })
const devices = (page: Page) => page.getByRole('region', { name: 'Mes alertes' }).getByRole('listitem')

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

  it('subscribes again by itself when its subscription has ended, or the server has another key', async () => {
    await work()
    const { page, keys, end } = await openMine('sapeur')
    const here = page.getByText('Chrome sur Linux (ce navigateur)')
    await told(page).click()
    await here.waitFor()
    await page.getByRole('button', { name: 'Régler Chrome sur Linux' }).click()
    await page.getByLabel('Nom').fill('Mon téléphone')
    await page.getByRole('button', { name: 'Enregistrer' }).first().click()
    await page.getByText('Mon téléphone (ce navigateur)').waitFor()
    await page.reload()
    await page.getByText('Mon téléphone (ce navigateur)').waitFor()
    expect(keys).toHaveLength(1)
    end()
    await page.reload()
    await page.getByText('Mon téléphone (ce navigateur)').waitFor()
    expect([keys.length, await devices(page).count()]).toEqual([2, 1])
    const other = createECDH('prime256v1').generateKeys('base64url')
    await (await board.database.as('admin')).query('update request.push_keys set publique = $1', [other])
    await page.reload()
    await page.getByText('Mon téléphone (ce navigateur)').waitFor()
    expect([keys.at(-1), keys.length, await devices(page).count()]).toEqual([other, 3, 1])
    await page.getByRole('button', { name: 'Retirer Mon téléphone' }).click()
    await told(page).waitFor()
    end()
    await page.reload()
    await told(page).waitFor()
    expect(keys).toHaveLength(3)
    await (await board.database.as('admin')).query('delete from request.push_keys')
  })

  it('subscribes again without a page of the board, when its push service ends the subscription', async () => {
    await work()
    const { page } = await openMine('sapeur')
    await told(page).click()
    await page.getByText('Chrome sur Linux (ce navigateur)').waitFor()
    const worker = await workerOf(page)
    const next = service.subscribe()
    await page.goto('about:blank')
    await worker.evaluate(async (made) => {
      Object.assign(PushManager.prototype, {
        subscribe: async () => ({ endpoint: made.endpoint, toJSON: () => made }),
      })
      const { promise, resolve } = Promise.withResolvers<unknown>()
      self.dispatchEvent(Object.assign(new Event('pushsubscriptionchange'), { waitUntil: resolve }))
      await promise
    }, next)
    const hashed = createHash('sha256').update(next.endpoint).digest()
    expect(await sql('select empreinte from app.appareils')).toEqual([{ empreinte: hashed }])
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

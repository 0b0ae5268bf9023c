import { describe, expect, it } from 'vitest'
import { addAlarme } from './alarme_fixture.ts'
import { useBoard } from './board_fixture.ts'
import { notices, useDelivery, workerOf } from './notices_fixture.ts'

const board = useBoard({}, undefined, 'notify')

describe('the board as an app', () => {
  it('can be installed, with a name, a start and icons of its own', async () => {
    const { page, complaints } = await board.open('/')
    await workerOf(page)
    const client = await page.context().newCDPSession(page)
    const { errors, url, data } = await client.send('Page.getAppManifest')
    expect(errors).toEqual([])
    const manifest = JSON.parse(data ?? '')
    expect(manifest).toMatchObject({
      name: 'Caserne',
      lang: 'fr',
      start_url: '/tableau',
      display: 'standalone',
    })
    for (const { src, sizes, type } of manifest.icons) {
      const response = await fetch(new URL(src, url))
      expect([src, response.status, response.headers.get('content-type')]).toEqual([src, 200, type])
      if (type !== 'image/png') continue
      const png = Buffer.from(await response.arrayBuffer())
      expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes)
    }
    const { installabilityErrors } = await client.send('Page.getInstallabilityErrors')
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
    expect(complaints).toEqual([])
  })

  it('says so when a page is opened without network, and opens it when the network is back', async () => {
    const { page } = await board.openAs('commandant', '/tableau/moi')
    await workerOf(page)
    await page.context().setOffline(true)
    await page.goto(`${board.servers.urls().data}/tableau/annee`).catch(() => undefined)
    await page.getByRole('heading', { name: 'Le serveur n’est pas joignable' }).waitFor()
    expect(await board.faults(page)).toEqual([])
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: /^Année/ }).waitFor({ timeout: 30_000 })
    expect(new URL(page.url()).pathname).toBe('/tableau/annee')
  })

  it('keeps the files of its notice and nothing of a SIS', async () => {
    await addAlarme(board.database, { adresse: 'Rue Secrète 1' })
    const { page } = await board.openAs('commandant', '/tableau')
    const worker = await workerOf(page)
    await page.reload()
    await page.getByText('Rue Secrète 1').first().waitFor()
    await page.goto(`${board.servers.urls().data}/tableau/moi`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    const kept = await worker.evaluate(`caches.keys().then(async (names) => (await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)),
    )).flat())`)
    expect((kept as string[]).map((path) => path.replace(/[\da-f]{16}/, '…')).toSorted()).toEqual([
      '/tableau/actifs/…/board.css',
      '/tableau/actifs/…/hors_ligne.ts',
      '/tableau/actifs/…/icon.svg',
      '/tableau/hors-ligne',
    ])
  })
})

describe('what is pushed', () => {
  it('is shown, once for each tag, with a link of this server only', async () => {
    const { page } = await board.open('/')
    await page.context().grantPermissions(['notifications'])
    await workerOf(page)
    const deliver = await useDelivery(page)
    const { origin } = new URL(page.url())
    const show = async (message: unknown) => {
      await deliver(typeof message === 'string' ? message : JSON.stringify(message))
      return message
    }
    await show({ titre: 'Alarme', texte: 'Feu <b>1</b>', lien: '/r/abc', tag: 'alarme-1' })
    await expect
      .poll(() => notices(page), { timeout: 30_000, interval: 20 })
      .toEqual([{ title: 'Alarme', body: 'Feu <b>1</b>', tag: 'alarme-1', data: `${origin}/r/abc` }])
    await show({
      titre: 'Alarme',
      texte: 'Feu, complément',
      lien: 'https://evil.example/r/abc',
      tag: 'alarme-1',
    })
    await expect
      .poll(() => notices(page), { timeout: 30_000, interval: 20 })
      .toEqual([{ title: 'Alarme', body: 'Feu, complément', tag: 'alarme-1', data: `${origin}/tableau` }])
    await show('no JSON')
    await expect
      .poll(() => notices(page), { timeout: 30_000, interval: 20 })
      .toContainEqual({ title: 'Caserne', body: '', tag: '', data: `${origin}/tableau` })
  })

  it.each([
    ['/r/abc', '/r/abc'],
    ['https://evil.example/r/abc', '/tableau'],
    ['//evil.example/r/abc', '/tableau'],
    ['javascript:alert(1)', '/tableau'],
  ])('opens, when clicked, %s as %s', async (lien, opened) => {
    const { page } = await board.open('/')
    await page.context().grantPermissions(['notifications'])
    const worker = await workerOf(page)
    const { origin } = new URL(page.url())
    // The click is the only thing that a browser without a desktop cannot do; windows open after a real one only.
    const address = await worker.evaluate(async (link) => {
      const scope = globalThis as unknown as {
        clients: { openWindow(url: string): Promise<null> }
        registration: {
          showNotification(title: string, options: object): Promise<void>
          getNotifications(): Promise<unknown[]>
        }
        NotificationEvent: new (type: string, init: object) => Event
        dispatchEvent(event: Event): void
      }
      await scope.registration.showNotification('Alarme', { data: link })
      const [notification] = await scope.registration.getNotifications()
      return await new Promise<string>((resolve) => {
        scope.clients.openWindow = (url) => {
          resolve(url)
          return Promise.resolve(null)
        }
        scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
      })
    }, lien)
    expect(address).toBe(origin + opened)
  })
})

import type { Page, Worker } from 'playwright-core'

/** The service worker of a page, once it is in charge of it. */
export async function workerOf(page: Page): Promise<Worker> {
  await page.evaluate('navigator.serviceWorker.ready')
  await page.waitForFunction('navigator.serviceWorker.controller !== null')
  const [worker] = page.context().serviceWorkers()
  if (worker === undefined) throw new Error('no service worker runs')
  return worker
}

/** Has the browser deliver a push message to the worker of a page, as its push service would. */
export async function useDelivery(page: Page): Promise<(data: string) => Promise<unknown>> {
  const client = await page.context().newCDPSession(page)
  const { promise: registrationId, resolve } = Promise.withResolvers<string>()
  client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
    if (first) resolve(first.registrationId)
  })
  await client.send('ServiceWorker.enable')
  const { origin } = new URL(page.url())
  const id = await registrationId
  return (data) => client.send('ServiceWorker.deliverPushMessage', { origin, registrationId: id, data })
}

/** The notices that are shown. */
export const notices = (page: Page) =>
  page.evaluate(`navigator.serviceWorker.ready
    .then((registration) => registration.getNotifications())
    .then((shown) => shown.map(({ title, body, tag, data }) => ({ title, body, tag, data })))`)

import { browserName } from '../acts/browser_name.ts'
import type { Api } from '../acts/call_api.ts'
import { isSubscribed, pushMissing, subscribeToPush } from '../acts/push_subscription.ts'

/** The device that this browser is, for an account in a SIS. */
interface AppareilHere {
  sis: string
  account: number
  id: number
  endpoint: string
}

// The service worker finds it there too (service/service_worker.ts).
const CACHE = 'caserne appareils'
const addressOf = ({ sis, account }: Pick<AppareilHere, 'sis' | 'account'>) => `/${sis}/${account}`

/** The device that this browser was last, or null. */
export async function readHere(sis: string, account: number): Promise<AppareilHere | null> {
  if (pushMissing() !== null) return null
  const found = await (await caches.open(CACHE)).match(addressOf({ sis, account }))
  return found === undefined ? null : await found.json()
}

/** Remembers which device this browser is. */
export async function keepHere(here: AppareilHere): Promise<void> {
  await (await caches.open(CACHE)).put(addressOf(here), new Response(JSON.stringify(here)))
}

/** Forgets which device this browser was. */
export async function forgetHere(sis: string, account: number): Promise<void> {
  await (await caches.open(CACHE)).delete(addressOf({ sis, account }))
}

const renewals = new Map<string, Promise<void>>()

/**
 * Subscribes this browser again if it is a device of the account and its subscription has gone or changed, or if the
 * server has another key. A page of the browser tries once; after a fault, the next page tries again.
 */
export function renewHere(api: Api, sis: string, account: number): Promise<void> {
  const address = addressOf({ sis, account })
  const renewal = renewals.get(address) ?? renew(api, sis, account).catch(() => undefined)
  renewals.set(address, renewal)
  return renewal
}

async function renew(api: Api, sis: string, account: number): Promise<void> {
  const here = await readHere(sis, account)
  if (here === null || Notification.permission !== 'granted') return
  const { cle } = await api.get<{ cle: string | null }>('/push-key')
  if (cle === null || (await isSubscribed(here.endpoint, cle))) return
  const abonnement = await subscribeToPush(cle)
  const all =
    await api.get<{ id: number; designation: string; silence: [string, string] | null; actif: boolean }[]>(
      '/mes-appareils',
    )
  const { designation, silence, actif } = all.find(({ id }) => id === here.id) ?? {
    designation: browserName(navigator.userAgent),
    silence: null,
    actif: true,
  }
  const body = { type: 'webpush', abonnement, designation, silence, actif }
  const { id } = await api.send<{ id: number }>('POST', '/mes-appareils', body)
  await keepHere({ sis, account, id, endpoint: abonnement.endpoint ?? '' })
  if (id !== here.id && all.some((each) => each.id === here.id))
    await api.send('DELETE', `/mes-appareils/${here.id}`)
}

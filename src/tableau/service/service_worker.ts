// The service worker of the board: it says so when the server cannot be reached, and shows what is pushed. It keeps the
// files of the offline notice and nothing else, least of all an answer of the API.

const worker = self as unknown as ServiceWorkerGlobalScope

/** Content of a push message. `lien` is an address of this server. */
interface Pushed {
  titre: string
  texte: string
  lien: string
  tag: string
}

// Its own address has the one of the board's files, so a new release is a new worker.
const files = new URL(location.href).searchParams.get('actifs') ?? ''
const notice = '/tableau/hors-ligne'
const kept = [notice, ...['board.css', 'icon.svg', 'hors_ligne.ts'].map((name) => `${files}/${name}`)]
const cacheName = `caserne ${files}`

// The devices that this browser is (kept/appareil_here.ts).
const appareils = 'caserne appareils'

interface AppareilHere {
  sis: string
  account: number
  id: number
  endpoint: string
}

worker.addEventListener('install', (event) => {
  event.waitUntil(keep().then(() => worker.skipWaiting()))
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(dropOthers().then(() => worker.clients.claim()))
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { pathname, origin } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => fromCache(notice)))
  else if (kept.includes(pathname)) event.respondWith(fetch(request).catch(() => fromCache(pathname)))
})

worker.addEventListener('push', (event) => {
  const { titre, texte, lien, tag } = read(event.data)
  event.waitUntil(
    worker.registration.showNotification(titre, {
      body: texte,
      lang: 'fr',
      icon: `${files}/icones/icone-192.png`,
      badge: `${files}/icones/badge-96.png`,
      requireInteraction: true,
      data: addressOf(lien),
      ...(tag !== '' && { tag, renotify: true }),
    }),
  )
})

worker.addEventListener('pushsubscriptionchange', (event) => {
  ;(event as ExtendableEvent).waitUntil(renewAppareils())
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(addressOf(event.notification.data)))
})

async function keep(): Promise<void> {
  const cache = await caches.open(cacheName)
  await cache.addAll(kept.map((path) => new Request(path, { cache: 'reload' })))
}

async function dropOthers(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => ![cacheName, appareils].includes(name)).map((name) => caches.delete(name)),
  )
}

async function fromCache(path: string): Promise<Response> {
  return (await caches.match(path)) ?? Response.error()
}

// The browser must show something for every message, even a faulty one.
function read(data: PushMessageData | null): Pushed {
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  let message: Partial<Record<keyof Pushed, unknown>> = {}
  try {
    message = data?.json() ?? {}
  } catch {
    // The notice then says no more than that there is something.
  }
  return {
    titre: text(message.titre) || 'Caserne',
    texte: text(message.texte),
    lien: text(message.lien),
    tag: text(message.tag),
  }
}

// An address of this server; whatever else a message may say leads to the board.
function addressOf(lien: unknown): string {
  const board = `${location.origin}/tableau`
  if (typeof lien !== 'string' || lien === '') return board
  const url = URL.canParse(lien, location.origin) ? new URL(lien, location.origin) : null
  return url?.origin === location.origin ? url.href : board
}

async function show(address: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows.find(({ url }) => url === address)
  await (open ? open.focus() : worker.clients.openWindow(address))
}

// Called when the push service has ended the subscription of this browser. The API is called with the session of the
// board. Without one, the next page of the board subscribes again, as kept/appareil_here.ts does.
async function renewAppareils(): Promise<void> {
  const cache = await caches.open(appareils)
  const addresses = await cache.keys()
  const all = await Promise.all(addresses.map(async (each) => (await cache.match(each))?.json()))
  if (all.length === 0) return
  const token = await accessToken()
  if (token === null) return
  const { id: account } = JSON.parse(
    atob(token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''),
  ).data
  for (const here of all as AppareilHere[])
    if (here.account === account) await renewAppareil(cache, here, token)
}

async function renewAppareil(cache: Cache, here: AppareilHere, token: string): Promise<void> {
  const call = async (method: string, path: string, body?: object) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'sis-key': here.sis,
      'content-type': 'application/json',
    }
    const init = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(`/api/v2${path}`, { method, headers, ...init })
    return response.ok && response.status !== 204 ? (await response.json()).data : null
  }
  const key = await call('GET', '/push-key')
  if (key === null || key.cle === null) return
  const made = await worker.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key.cle,
  })
  const all: { id: number; designation: string; silence: unknown; actif: boolean }[] | null = await call(
    'GET',
    '/mes-appareils',
  )
  // Unknown whether it was active, and when it is quiet: the board renews it when it is opened.
  if (all === null) return
  const before = all.find(({ id }) => id === here.id)
  const { designation = '', silence = null, actif = true } = before ?? {}
  const body = { type: 'webpush', abonnement: made.toJSON(), designation, silence, actif }
  const added = await call('POST', '/mes-appareils', body)
  if (added === null) return
  const kept = { ...here, id: added.id, endpoint: made.endpoint }
  await cache.put(`/${here.sis}/${here.account}`, new Response(JSON.stringify(kept)))
  if (before !== undefined && before.id !== added.id) await call('DELETE', `/mes-appareils/${before.id}`)
}

// A refresh token can be used once: tabs and this worker take turns.
async function accessToken(): Promise<string | null> {
  const renew = () =>
    fetch('/tableau/session/renouvellement', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
  const response = await worker.navigator.locks.request('caserne-session', renew)
  return response.status === 200 ? (await response.json()).accessToken : null
}

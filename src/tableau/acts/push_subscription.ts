import { Refused } from './refused.ts'

/** Returns in French why this browser cannot receive push messages; null if it can. */
export function pushMissing(): string | null {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return null
  return /iPhone|iPad/.test(navigator.userAgent)
    ? 'Sur un iPhone ou un iPad, ajoutez d’abord Caserne à l’écran d’accueil, et ouvrez-la de là.'
    : 'Ce navigateur ne reçoit pas de messages.'
}

/** The address of this browser at its push service, or null when it has none. */
export async function currentEndpoint(): Promise<string | null> {
  if (pushMissing() !== null) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription())?.endpoint ?? null
}

/** Whether this browser is subscribed at this address, with this key of the server. */
export async function isSubscribed(endpoint: string, key: string): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  if (subscription?.endpoint !== endpoint) return false
  const used = subscription.options.applicationServerKey
  return used === null || base64url(used) === key.replace(/=+$/, '')
}

function base64url(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/**
 * Asks the user for permission to notify this browser. Browsers ask only while they answer a click.
 * @throws Refused with a sentence
 */
export async function askPermission(): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Refused(
      0,
      'Ce navigateur n’autorise pas les notifications de Caserne. Autorisez-les dans ses réglages, puis réessayez.',
    )
}

/**
 * Subscribes this browser at its push service.
 * @param key GET /push-key
 * @throws Refused with a sentence
 */
export async function subscribeToPush(key: string): Promise<PushSubscriptionJSON> {
  const { pushManager } = await navigator.serviceWorker.ready
  const subscribe = () => pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  try {
    const subscription = await subscribe().catch(async (error: DOMException) => {
      // The server has another key than when the browser subscribed.
      if (error.name !== 'InvalidStateError') throw error
      await (await pushManager.getSubscription())?.unsubscribe()
      return await subscribe()
    })
    return subscription.toJSON()
  } catch {
    throw new Refused(0, 'Le service de messages de ce navigateur n’a pas répondu. Réessayez plus tard.')
  }
}

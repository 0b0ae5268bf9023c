import { isIP } from 'node:net'
import { isPrivate } from './private_address.ts'

/** Addresses that messages may be sent to: only public ones, or private ones too (MAILBOX_PRIVATE_HOSTS). */
export type OutgoingReach = 'private' | 'public'

/**
 * Whether a message may be sent to an IP address. Private ones need the operator's permission, and only they may be
 * called without TLS.
 */
export function maySendTo(protocol: string, address: string, reach: OutgoingReach): boolean {
  return isPrivate(address) ? reach === 'private' : protocol === 'https:'
}

/**
 * Returns a French sentence about the fault of an address that receives messages; null if it has none. Names are judged
 * when they are resolved.
 */
export function outgoingFault(text: string, reach: OutgoingReach): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol)) return 'Cette adresse n’est pas valable : https://…'
  if (url.username !== '' || url.password !== '')
    return 'L’adresse ne doit contenir ni utilisateur ni mot de passe.'
  const host = hostOf(url)
  if (isIP(host) !== 0 && !maySendTo(url.protocol, host, reach))
    return isPrivate(host)
      ? 'Cette adresse est privée : cette installation n’en appelle aucune (MAILBOX_PRIVATE_HOSTS).'
      : 'L’adresse doit commencer par https://.'
  if (url.protocol === 'http:' && reach === 'public') return 'L’adresse doit commencer par https://.'
  return null
}

/** The host of an address; of IPv6 without brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

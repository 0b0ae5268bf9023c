import { isIP } from 'node:net'
import type { HostList } from './host_list.ts'
import { isPrivate } from './private_address.ts'

// Those of https and http.
const USUAL_PORTS = [443, 80]

/**
 * Whether a message may be sent to an address that the host of a URL was resolved to. By itself only port 443 of public
 * addresses is open; the operator opens other ports, and hosts of their own network, which alone may be called without
 * TLS.
 * @param open DELIVERY_HOSTS
 */
export function maySendTo(url: URL, address: string, open: HostList): boolean {
  const place = { host: hostOf(url), port: portOf(url), address }
  if (isPrivate(address)) return open.has(place, USUAL_PORTS)
  return url.protocol === 'https:' && (place.port === 443 || open.has(place, []))
}

/**
 * Returns a French sentence about the fault of an address that receives messages; null if it has none. Names are judged
 * again when they are resolved.
 * @param open DELIVERY_HOSTS
 */
export function outgoingFault(text: string, open: HostList): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol)) return 'Cette adresse n’est pas valable : https://…'
  if (url.username !== '' || url.password !== '')
    return 'L’adresse ne doit contenir ni utilisateur ni mot de passe.'
  const [host, port] = [hostOf(url), portOf(url)]
  const isNumber = isIP(host) !== 0
  if (isNumber && maySendTo(url, host, open)) return null
  if (isNumber && isPrivate(host))
    return 'Cette adresse est privée : cette installation ne l’appelle pas (DELIVERY_HOSTS).'
  const mayBeOpen = !isNumber && open.mayHave(host, port, USUAL_PORTS)
  if (url.protocol === 'http:' && !mayBeOpen) return 'L’adresse doit commencer par https://.'
  if (port !== 443 && !mayBeOpen)
    return `Cette installation n’appelle pas le port ${port} à cette adresse (DELIVERY_HOSTS).`
  return null
}

/** The host of an address; of IPv6 without brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
}

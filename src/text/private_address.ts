import ipaddr from 'ipaddr.js'
import { GLOBAL_6, NAT64, RESERVED, SPECIAL } from './special_addresses.ts'

/** A block of IP addresses. */
export type Network = [ipaddr.IPv4 | ipaddr.IPv6, number]

const special = [...SPECIAL, ...RESERVED].map((block) => ipaddr.parseCIDR(block))
const nat64 = ipaddr.parseCIDR(NAT64)
const global6 = ipaddr.parseCIDR(GLOBAL_6)

/** Whether an IP address is not surely on the Internet. A text that is no address is not. */
export function isPrivate(address: string): boolean {
  if (!ipaddr.isValid(address)) return true
  const parsed = ipaddr.process(address)
  if (isWithin(parsed, nat64)) return isPrivate(parsed.toByteArray().slice(-4).join('.'))
  if (parsed.kind() === 'ipv6' && !isWithin(parsed, global6)) return true
  return special.some((block) => isWithin(parsed, block))
}

/** Whether an address is in a block of its own family. */
export function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, [net, prefix]: Network): boolean {
  return address.kind() === net.kind() && address.match(net, prefix)
}

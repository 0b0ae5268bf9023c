import { BlockList, isIP } from 'node:net'

// Addresses that are not surely on the Internet (IANA special-purpose registries, RFC 6890): this machine,
// private and carriers' networks, the link (where clouds tell machines secrets, at 169.254.169.254),
// multicast.
const PRIVATE_4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const
const PRIVATE_6 = [
  // Unspecified, loopback, and IPv4 addresses in the old notation.
  ['::', 96],
  // Translated to IPv4 (RFC 2765), to any address that their writer chose.
  ['::ffff:0:0:0', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  // Tunnels, which end at any IPv4 address that their writer chose.
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const

const privateAddresses = new BlockList()
for (const [net, prefix] of PRIVATE_4) {
  // A BlockList covers IPv4-mapped addresses (::ffff:10.0.0.1) by itself, but not those of NAT64 (RFC 6052).
  privateAddresses.addSubnet(net, prefix, 'ipv4')
  privateAddresses.addSubnet(`64:ff9b::${net}`, 96 + prefix, 'ipv6')
}
for (const [net, prefix] of PRIVATE_6) privateAddresses.addSubnet(net, prefix, 'ipv6')

/** Whether an IP address is not on the Internet. */
export function isPrivate(address: string): boolean {
  return privateAddresses.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

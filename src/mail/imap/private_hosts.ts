import { type LookupAddress, lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { ImapError } from './imap_error.ts'
import type { MailboxSettings } from './mailbox_settings.ts'

/**
 * Addresses that a mailbox's server may have. `any`: all, because the operator chose the server. `private`:
 * all, but only private ones without encryption. `public`: no private ones, and none without encryption.
 */
export type Reach = 'any' | 'private' | 'public'

type Server = Pick<MailboxSettings, 'host' | 'port' | 'security'>

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

/** Whether a mailbox may be read from a server with this IP address. */
export function mayReach({ security }: Server, reach: Reach, address: string): boolean {
  if (reach === 'any') return true
  if (reach === 'public') return security !== 'none' && !isPrivate(address)
  return security !== 'none' || isPrivate(address)
}

/** Refuses a server whose host is a forbidden IP address; `lookupWithin` checks names. @throws {ImapError} */
export function checkAddress(server: Server, reach: Reach): void {
  if (isIP(server.host) !== 0 && !mayReach(server, reach, server.host)) throw outOfReach(server, reach)
}

/**
 * The look-up of a connection's addresses, reduced to allowed ones. The socket connects to these addresses,
 * so a name cannot resolve to another address meanwhile.
 */
export function lookupWithin(server: Server, reach: Reach): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const [first, ...others] = error ? [] : found.filter(({ address }) => mayReach(server, reach, address))
      if (first === undefined) callback(error ?? outOfReach(server, reach), [])
      else answer(callback, options.all === true, [first, ...others])
    })
  }
}

function answer(
  callback: Parameters<LookupFunction>[2],
  all: boolean,
  found: [LookupAddress, ...LookupAddress[]],
): void {
  if (all) callback(null, found)
  else callback(null, found[0].address, found[0].family)
}

// Without the address: inner names must not be revealed outside.
function outOfReach({ host, port, security }: Server, reach: Reach): ImapError {
  const server = `Le serveur de messagerie ${host}:${port}`
  const why =
    security !== 'none'
      ? 'est à une adresse privée, que cette installation n’appelle pas (MAILBOX_PRIVATE_HOSTS)'
      : reach === 'private'
        ? 'est sur Internet : sans chiffrement (security: none), le mot de passe y passerait en clair'
        : 'n’est pas appelé sans chiffrement (security: none) : le mot de passe passerait en clair'
  return new ImapError('address', `${server} ${why}.`)
}

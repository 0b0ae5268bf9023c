import { type LookupAddress, lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { isPrivate } from '../../text/private_address.ts'
import { ImapError } from './imap_error.ts'
import type { MailboxSettings } from './mailbox_settings.ts'

/**
 * Addresses that a mailbox's server may have. `any`: all, because the operator chose the server. `private`:
 * all, but only private ones without encryption. `public`: no private ones, and none without encryption.
 */
export type Reach = 'any' | 'private' | 'public'

type Server = Pick<MailboxSettings, 'host' | 'port' | 'security'>

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

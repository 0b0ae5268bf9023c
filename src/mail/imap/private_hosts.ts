import { type LookupAddress, lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { HostList } from '../../text/host_list.ts'
import { isPrivate } from '../../text/private_address.ts'
import { ImapError } from './imap_error.ts'
import type { MailboxSettings } from './mailbox_settings.ts'

/**
 * Addresses that a mailbox's server may have. `any`: all, because the operator chose the server. Otherwise public ones,
 * with encryption, and the private ones that MAILBOX_PRIVATE_HOSTS lists.
 */
export type Reach = 'any' | HostList

// Those of IMAP.
const USUAL_PORTS = [143, 993]

type Server = Pick<MailboxSettings, 'host' | 'port' | 'security'>

/** Whether a mailbox may be read from a server with this IP address. */
export function mayReach({ host, port, security }: Server, reach: Reach, address: string): boolean {
  if (reach === 'any') return true
  return isPrivate(address) ? reach.has({ host, port, address }, USUAL_PORTS) : security !== 'none'
}

/** Refuses a server whose host is a forbidden IP address; `lookupWithin` checks names. @throws {ImapError} */
export function checkAddress(server: Server, reach: Reach): void {
  if (isIP(server.host) !== 0 && !mayReach(server, reach, server.host))
    throw outOfReach(server, [server.host])
}

/**
 * The look-up of a connection's addresses, reduced to allowed ones. The socket connects to these addresses,
 * so a name cannot resolve to another address meanwhile.
 */
export function lookupWithin(server: Server, reach: Reach): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const [first, ...others] = error ? [] : found.filter(({ address }) => mayReach(server, reach, address))
      if (first === undefined)
        callback(
          error ??
            outOfReach(
              server,
              found.map(({ address }) => address),
            ),
          [],
        )
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
function outOfReach({ host, port }: Server, addresses: string[]): ImapError {
  const server = `Le serveur de messagerie ${host}:${port}`
  const why = addresses.every(isPrivate)
    ? 'est à une adresse privée, que cette installation n’appelle pas (MAILBOX_PRIVATE_HOSTS)'
    : 'est sur Internet : sans chiffrement (security: none), le mot de passe y passerait en clair'
  return new ImapError('address', `${server} ${why}.`)
}

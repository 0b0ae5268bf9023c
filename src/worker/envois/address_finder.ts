import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import type { HostList } from '../../text/host_list.ts'

/** Finds the addresses of a host. @throws errors of the DNS, with their `code` */
export type FindAddresses = (host: string) => Promise<LookupAddress[]>

// As long as patience for a service allows, tried twice.
const PATIENCE = { timeout: 2_500, tries: 2 }

/**
 * Asks the DNS for the names that users chose. Not by the system's look-up: that takes a thread for as long as a name
 * server keeps it waiting, and the process has few. Some names whose servers never answer would hold up every other
 * connection of the worker, those to mail servers and to the database included.
 * @param open names that the operator lists may be known to this machine only (/etc/hosts)
 * @param servers name servers, if not those of the system
 */
export function addressFinder(open: HostList, servers?: string[]): FindAddresses {
  const resolver = new Resolver(PATIENCE)
  if (servers !== undefined) resolver.setServers(servers)
  return async (host) => {
    if (isLocalhost(host)) return thisMachine
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const found = [...addressesOf(four, 4), ...addressesOf(six, 6)]
    if (found.length > 0) return found
    const error = four.status === 'rejected' ? four.reason : new Error('no address')
    if (open.names(host) && !isSilence(error)) return await lookup(host, { all: true })
    throw error
  }
}

// RFC 6761, 6.3.
const isLocalhost = (host: string) => /^(.+\.)?localhost\.?$/i.test(host)
const thisMachine: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

function addressesOf(settled: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return settled.status === 'fulfilled' ? settled.value.map((address) => ({ address, family })) : []
}

function isSilence({ code = '' }: NodeJS.ErrnoException): boolean {
  return code === 'ETIMEOUT'
}

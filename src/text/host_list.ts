import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { isWithin, type Network } from './private_address.ts'

/** The end of a connection. */
interface Place {
  /** Name or IP address, as it was given. */
  host: string
  port: number
  /** The IP address that the name was resolved to. */
  address: string
}

interface Entry {
  host: string | Network
  /** Null for the usual ports of the protocol. */
  port: number | 'any' | null
}

const PARTS = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}|\*))?$/
const NAME = /^[a-z\d]([\w-]*[a-z\d])?(\.[a-z\d]([\w-]*[a-z\d])?)*$/
const HIGHEST_PORT = 65_535

/** Hosts and networks that the operator opens, each at all ports, at one, or at the usual ones. */
export class HostList {
  /** Every address at every port. */
  static readonly all = new HostList(
    'true',
    ['0.0.0.0/0', '::/0'].map((block) => entryOf(`[${block}]:*`)),
  )
  static readonly none = new HostList('false', [])
  readonly #text: string
  readonly #entries: Entry[]

  private constructor(text: string, entries: Entry[]) {
    this.#text = text
    this.#entries = entries
  }

  /** Reads `mail.example.lan, 10.1.0.0/16:8443, [fd00::1]:*`. @throws if an entry is neither host nor network */
  static of(text: string): HostList {
    const items = text.split(',').map((item) => item.trim().toLowerCase())
    return new HostList(text, items.filter(Boolean).map(entryOf))
  }

  /** Whether a place is open. An entry without a port opens the usual ones. */
  has({ host, port, address }: Place, usual: readonly number[]): boolean {
    const name = nameOf(host)
    const parsed = ipaddr.isValid(address) ? ipaddr.process(address) : null
    return this.#at(port, usual).some(({ host: open }) =>
      typeof open === 'string' ? open === name : parsed !== null && isWithin(parsed, open),
    )
  }

  /** Whether a name may lead to a place that is open; its address decides. */
  mayHave(host: string, port: number, usual: readonly number[]): boolean {
    const name = nameOf(host)
    return this.#at(port, usual).some(({ host: open }) => typeof open !== 'string' || open === name)
  }

  /** Whether the operator listed a host by this name. */
  names(host: string): boolean {
    return this.#entries.some((entry) => entry.host === nameOf(host))
  }

  toString(): string {
    return this.#text
  }

  #at(port: number, usual: readonly number[]): Entry[] {
    return this.#entries.filter(
      (entry) => entry.port === 'any' || entry.port === port || (entry.port === null && usual.includes(port)),
    )
  }
}

/** A setting that lists hosts and networks. */
export const Hosts = z.string().transform((text, context) => {
  try {
    return HostList.of(text)
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message })
    return z.NEVER
  }
})

/** As `Hosts`; `true` and `false` mean all and none. */
export const HostsOrFlag = z.union([
  z.literal('true').transform(() => HostList.all),
  z.literal('false').transform(() => HostList.none),
  Hosts,
])

function entryOf(text: string): Entry {
  // An IPv6 address without brackets has no port.
  const [, bracketed, plain, port] =
    /:.*:/.test(text) && !text.startsWith('[') ? ['', text] : (PARTS.exec(text) ?? [])
  const host = bracketed ?? plain ?? ''
  const number = port === undefined ? null : port === '*' ? 'any' : Number(port)
  if (typeof number === 'number' && (number < 1 || number > HIGHEST_PORT)) throw faulty(text)
  if (ipaddr.isValidCIDR(host)) return { host: ipaddr.parseCIDR(host), port: number }
  if (ipaddr.IPv6.isValid(host) || ipaddr.IPv4.isValidFourPartDecimal(host)) {
    const address = ipaddr.process(host)
    return { host: [address, address.toByteArray().length * 8], port: number }
  }
  // A flag or a number is a mistake: no name ends with a number.
  if (bracketed !== undefined || !NAME.test(host) || /(^|\.)\d+$|^(true|false)$/.test(host))
    throw faulty(text)
  return { host, port: number }
}

function faulty(text: string): Error {
  return new Error(`${text} : ni un hôte ni un réseau, tel que sms.exemple.lan:8080 ou 10.1.0.0/16`)
}

const nameOf = (host: string) => host.toLowerCase().replace(/\.$/, '')

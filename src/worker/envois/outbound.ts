import type { LookupAddress } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import type { HostList } from '../../text/host_list.ts'
import { hostOf, maySendTo, outgoingFault } from '../../text/outgoing_url.ts'
import { addressFinder, type FindAddresses } from './address_finder.ts'

/** Answer of a service. */
export interface Answered {
  status: number
  /** Seconds after which it asks to be called again. */
  retryAfter: number | null
}

/** Why a service was not reached, as a French sentence without its address. */
export class Unanswered extends Error {}

// For one service. A connection handles one request at a time.
const CONNECTIONS = 64

/**
 * Sends messages by POST to addresses that users chose. A name is resolved, its addresses are judged, and the
 * connection goes to one of those, so that a name cannot lead elsewhere meanwhile. Redirections are not followed.
 */
export class Outbound {
  readonly #open: HostList
  readonly #find: FindAddresses
  readonly #https = new https.Agent({ keepAlive: true, maxSockets: CONNECTIONS, scheduling: 'lifo' })
  readonly #http = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS, scheduling: 'lifo' })

  /**
   * @param open DELIVERY_HOSTS
   * @param servers name servers, if not those of the system
   */
  constructor(open: HostList, servers?: string[]) {
    this.#open = open
    this.#find = addressFinder(open, servers)
  }

  /** @throws {Unanswered} when the address may not be called, or nothing answers in time */
  async post(
    address: string,
    headers: Record<string, string | number>,
    body: Buffer | string,
    timeoutMs: number,
  ): Promise<Answered> {
    const fault = outgoingFault(address, this.#open)
    if (fault !== null) throw new Unanswered(fault)
    const url = new URL(address)
    try {
      return await this.#send(url, headers, body, timeoutMs)
    } catch (error) {
      // The service closed a connection just when it was used again: it has not read this request.
      if (error instanceof StaleConnection) return await this.#send(url, headers, body, timeoutMs)
      throw error
    }
  }

  close(): void {
    this.#https.destroy()
    this.#http.destroy()
  }

  #send(
    url: URL,
    headers: Record<string, string | number>,
    body: Buffer | string,
    timeoutMs: number,
  ): Promise<Answered> {
    const secure = url.protocol === 'https:'
    const options = {
      method: 'POST',
      agent: secure ? this.#https : this.#http,
      headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
      lookup: lookupWithin(url, this.#open, this.#find),
      host: hostOf(url),
    }
    return new Promise((resolve, reject) => {
      const request = (secure ? https : http).request(url, options)
      const timer = setTimeout(
        () => request.destroy(new Unanswered('Le service n’a pas répondu à temps.')),
        timeoutMs,
      )
      request.on('response', (response) => {
        const { statusCode: status = 0 } = response
        const after = Number(response.headers['retry-after'])
        // The body is read only to free the connection for the next request.
        response.on('error', () => undefined)
        response.on('close', () => clearTimeout(timer))
        response.resume()
        resolve({ status, retryAfter: Number.isFinite(after) ? after : null })
      })
      request.on('error', (error: NodeJS.ErrnoException) => {
        clearTimeout(timer)
        if (error instanceof Unanswered) reject(error)
        else if (request.reusedSocket && error.code === 'ECONNRESET') reject(new StaleConnection())
        else reject(new Unanswered(sentenceOf(error)))
      })
      request.end(body)
    })
  }
}

class StaleConnection extends Error {}

function lookupWithin(url: URL, open: HostList, find: FindAddresses): LookupFunction {
  return (hostname, options, callback) => {
    const answer = (found: LookupAddress[]) => {
      const allowed = found.filter(({ address }) => maySendTo(url, address, open))
      const [first] = allowed
      if (first === undefined)
        callback(
          new Unanswered(
            'L’adresse mène à une machine que cette installation n’appelle pas (DELIVERY_HOSTS).',
          ),
          [],
        )
      else if (options.all === true) callback(null, allowed)
      else callback(null, first.address, first.family)
    }
    find(hostname).then(answer, ({ code = '' }: NodeJS.ErrnoException) =>
      callback(new Unanswered(unresolved[code] ?? 'Le nom du service ne peut pas être résolu.'), []),
    )
  }
}

const unresolved: Record<string, string> = {
  ENOTFOUND: 'Le nom du service n’existe pas.',
  ENODATA: 'Le nom du service n’existe pas.',
}

const sentences: Record<string, string> = {
  ECONNREFUSED: 'Le service refuse la connexion.',
  ECONNRESET: 'Le service a coupé la connexion.',
  ETIMEDOUT: 'Le service n’a pas répondu à temps.',
  EHOSTUNREACH: 'Le service n’est pas joignable.',
  ENETUNREACH: 'Le service n’est pas joignable.',
}

function sentenceOf({ code = '' }: NodeJS.ErrnoException): string {
  const known = sentences[code]
  if (known !== undefined) return known
  return /CERT|SSL|TLS/.test(code)
    ? `La connexion chiffrée a échoué (${code}).`
    : `Le service n’a pas pu être joint (${code || 'erreur inconnue'}).`
}

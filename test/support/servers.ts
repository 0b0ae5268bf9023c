import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JWK } from 'jose'
import { afterAll, beforeAll } from 'vitest'
import type { KeyRing, SigningKey } from '../../src/auth/keys.ts'
import type { Metrics } from '../../src/process/metrics.ts'
import { Started } from '../../src/process/started.ts'
import type { TestDatabase } from './database.ts'
import { writeNewKeys } from './keys.ts'
import { printLogOfFailures } from './print_log.ts'
import { startInstalled } from './start_installed.ts'
import { type RunningServers, type ServersSetting, startServers } from './start_servers.ts'

/** An answer: status, headers, body as JSON (null without a body). */
export interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it
  body: any
}

export interface Ask {
  method?: string
  headers?: Record<string, string>
  /** Sent as JSON; a string is sent unchanged, as application/json. */
  body?: unknown
  /** Signs in as this account first and sends its token. */
  as?: string
  sis?: string
}

/** The addresses of the authentication API: server, and prefix. */
export const doors = [
  ['auth', '/api/v1'],
  ['auth', '/auth/api/v1'],
  ['data', '/api/v1'],
  ['data', '/auth/api/v1'],
] as const

/** Both servers on a test database, on free ports, with answers validated against the OpenAPI documents. */
export interface TestServers {
  /** The current signing key ring. */
  key: SigningKey & { publicJwk: JWK }
  ring: KeyRing
  keyFile: string
  /** The log so far, as text. */
  log(): string
  data(path: string, ask?: Ask): Promise<Answer>
  auth(path: string, ask?: Ask): Promise<Answer>
  /** Posts to the authentication API: to its own server, under /api/v1. */
  post(path: string, body?: unknown, ask?: Ask): Promise<Answer>
  /** The answer to a login; the default password is that of the demo. */
  logIn(email: string, password?: string, ask?: Ask): Promise<Answer>
  /** The body of a demo account's login, cached. */
  signIn(email: string): Promise<{ accessToken: string; refreshToken: string; user: Record<string, unknown> }>
  /** `http://127.0.0.1:port` of each server. */
  urls(): { data: string; auth: string }
  /** The figures of both servers, as Prometheus reads them: a function from a metric with its labels to its value. */
  figures(): Promise<(series: string) => number | undefined>
  metrics(): Metrics
  /** Stops both servers and starts them again with the same keys, on other ports, without memory. */
  restart(): Promise<void>
}

// Cheap hashes, and no limit on attempts in tests about other things.
const usual = {
  SLOW_STATEMENT_MS: '0',
  VALIDATE_RESPONSES: 'true',
  LOG_LEVEL: 'debug',
  PORT: '0',
  PASSWORD_COST: '4',
  FAILURES_ALLOWED: '100000',
  MAILS_PER_HOUR: '100000',
  // Tests share the machine: how long one waits says nothing.
  OVERLOAD_WAIT_MS: '0',
}

// The servers of an installation, or those of this checkout.
const startAll = process.env.TEST_INSTALLATION ? startInstalled(process.env.TEST_INSTALLATION) : startServers

/** How the servers of an installation are started; those of this checkout are always two in this process. */
export type Installed = Pick<ServersSetting, 'alone' | 'direct'>

/** Starts the real servers for one test file. */
export function useServers(
  database: Pick<TestDatabase, 'urls'>,
  env: Record<string, string> = {},
  installed: Installed = {},
): TestServers {
  const lines: string[] = []
  const servers = { running: undefined as RunningServers | undefined, keyFile: '' }
  const tokens = new Map<string, ReturnType<TestServers['signIn']>>()
  const kept = new Started()
  let started = new Started()

  const start = async () => {
    servers.running = await startAll({
      urls: database.urls,
      env: { ...usual, ...env },
      keyFile: servers.keyFile,
      write: (line) => void lines.push(line),
      started,
      ...installed,
    })
  }
  const running = () => {
    if (servers.running === undefined) throw new Error('the servers are not started yet')
    return servers.running
  }
  const urls = () => ({ data: running().data(), auth: running().auth })
  const metrics = () => {
    const { metrics: measured } = running()
    if (measured === undefined)
      throw new Error('the servers of an installation measure in their own processes')
    return measured
  }
  const stop = async () => {
    await started.stop()
    started = new Started()
  }
  beforeAll(async () => {
    const directory = mkdtempSync(join(tmpdir(), 'caserne-servers-'))
    kept.add(directory, async () => rmSync(directory, { recursive: true }))
    servers.keyFile = join(directory, 'keys.json')
    writeNewKeys(servers.keyFile)
    await start()
  })
  afterAll(async () => {
    await stop()
    await kept.stop()
  })
  printLogOfFailures(lines)

  const signIn: TestServers['signIn'] = (email) => {
    const known = tokens.get(email) ?? logIn(email).then((answer) => signedIn(email, answer))
    tokens.set(email, known)
    return known
  }
  const asking =
    (server: 'data' | 'auth') =>
    async (path: string, ask: Ask = {}) => {
      const headers: Record<string, string> = { connection: 'close' }
      if (ask.sis !== undefined) headers['sis-key'] = ask.sis
      if (ask.as !== undefined) headers.authorization = `Bearer ${(await signIn(ask.as)).accessToken}`
      return send(urls()[server] + path, { ...ask, headers: { ...headers, ...ask.headers } })
    }
  const post: TestServers['post'] = (path, body, ask) =>
    asking('auth')(`/api/v1${path}`, { ...ask, method: 'POST', body })
  const logIn: TestServers['logIn'] = (email, password = 'caserne-demo', ask = {}) =>
    post('/login', { email, password }, ask)
  return {
    get key() {
      const key = running().ring.signingKey()
      const publicJwk = running()
        .ring.publicKeys()
        .keys.find((each) => each.kid === key.kid)
      return { ...key, publicJwk: publicJwk ?? {} }
    },
    get ring() {
      return running().ring
    },
    get keyFile() {
      return servers.keyFile
    },
    log: () => lines.join(''),
    data: asking('data'),
    auth: asking('auth'),
    post,
    logIn,
    signIn,
    urls,
    metrics,
    figures: async () => readFigures(await running().figures()),
    restart: async () => {
      await stop()
      await start()
    },
  }
}

/**
 * Reads the text format of Prometheus, perhaps of several processes. @returns a function from a metric with its labels to
 * its value, or the sum of its values
 */
export function readFigures(text: string): (series: string) => number | undefined {
  const values = new Map<string, number>()
  for (const line of text.split('\n').filter((each) => each !== '' && !each.startsWith('#'))) {
    const series = line.slice(0, line.lastIndexOf(' '))
    values.set(series, (values.get(series) ?? 0) + Number(line.slice(line.lastIndexOf(' ') + 1)))
  }
  return (series) => values.get(series)
}

function signedIn(email: string, { status, body }: Answer) {
  if (status !== 200) throw new Error(`${email} cannot sign in: ${status} ${JSON.stringify(body)}`)
  return body
}

async function send(url: string, { method = 'GET', headers = {}, body }: Ask): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
}

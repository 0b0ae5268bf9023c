import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll } from 'vitest'
import { readSigningKey, type SigningKey } from '../../src/auth/keys.ts'
import { readConfig } from '../../src/config.ts'
import { createPool } from '../../src/db/pool.ts'
import { createAuthApp, createDataApp } from '../../src/http/app.ts'
import { listen } from '../../src/http/serve.ts'
import { Started } from '../../src/started.ts'
import type { TestDatabase } from './database.ts'

/** What an answer was: status, headers, body as JSON (null when there is none). */
export interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it
  body: any
}

export interface Ask {
  method?: string
  headers?: Record<string, string>
  /** Sent as JSON, unless it is a text: that goes as it is, as application/json. */
  body?: unknown
  /** Signs in as this account first and sends its token. */
  as?: string
  sis?: string
}

/** Both servers on a test database, on free ports, with answers validated against the OpenAPI documents. */
export interface TestServers {
  key: SigningKey
  /** Everything that was logged, as text. */
  log(): string
  data(path: string, ask?: Ask): Promise<Answer>
  auth(path: string, ask?: Ask): Promise<Answer>
  /** The body of a login of a demo account. */
  signIn(email: string): Promise<{ accessToken: string; refreshToken: string; user: Record<string, unknown> }>
  /** `http://127.0.0.1:port` of each. */
  urls(): { data: string; auth: string }
}

/** Starts the real servers for the test file that calls it. */
export function useServers(database: TestDatabase, env: Record<string, string> = {}): TestServers {
  const started = new Started()
  const lines: string[] = []
  const urls = { data: '', auth: '' }
  const servers = { key: undefined as SigningKey | undefined }
  const tokens = new Map<string, ReturnType<TestServers['signIn']>>()

  beforeAll(async () => {
    const directory = mkdtempSync(join(tmpdir(), 'caserne-servers-'))
    started.add(directory, async () => rmSync(directory, { recursive: true }))
    const config = readConfig({ VALIDATE_RESPONSES: 'true', LOG_LEVEL: 'debug', PORT: '0', ...env })
    const sink = new Writable({
      write: (chunk, _encoding, done) => {
        lines.push(String(chunk))
        done()
      },
    })
    const log = pino({ level: config.LOG_LEVEL }, sink)
    const key = await readSigningKey(undefined, join(directory, 'key.pem'))
    servers.key = key
    const pool = (url: string) => started.add(createPool(url, 5, log), (each) => each.end())
    const auth = pool(database.urls.auth)
    const api = pool(database.urls.api)
    for (const [name, app] of [
      ['data', createDataApp({ config, log, key, auth, api })],
      ['auth', createAuthApp({ config, log, key, auth })],
    ] as const) {
      const listening = started.add(await listen(app, '127.0.0.1', 0, 'PORT'), (each) => each.close())
      urls[name] = `http://127.0.0.1:${listening.port}`
    }
  })
  afterAll(() => started.stop())

  const signIn: TestServers['signIn'] = (email) => {
    const known = tokens.get(email) ?? logIn(urls.auth, email)
    tokens.set(email, known)
    return known
  }
  const asking =
    (server: 'data' | 'auth') =>
    async (path: string, ask: Ask = {}) => {
      const headers: Record<string, string> = { connection: 'close' }
      if (ask.sis !== undefined) headers['sis-key'] = ask.sis
      if (ask.as !== undefined) headers.authorization = `Bearer ${(await signIn(ask.as)).accessToken}`
      return send(urls[server] + path, { ...ask, headers: { ...headers, ...ask.headers } })
    }
  return {
    get key() {
      if (servers.key === undefined) throw new Error('the servers are not started yet')
      return servers.key
    },
    log: () => lines.join(''),
    data: asking('data'),
    auth: asking('auth'),
    signIn,
    urls: () => urls,
  }
}

async function logIn(url: string, email: string) {
  const { status, body } = await send(`${url}/api/v1/login`, {
    method: 'POST',
    body: { email, password: 'caserne-demo' },
  })
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

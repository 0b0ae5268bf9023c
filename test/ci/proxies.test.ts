import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { root } from '../../src/config.ts'
import { useDatabase } from '../support/database.ts'
import { freePort } from '../support/free_port.ts'
import { writeNewKeys } from '../support/keys.ts'
import { killPrograms, type Program, runProgram } from '../support/program.ts'
import { makeCertificate } from '../support/smtp.ts'

// One authentication server and two data servers, as the systemd units run them, behind each proxy of deploy/proxy.
const database = useDatabase()
const directory = mkdtempSync(join(tmpdir(), 'caserne-proxies-'))
const certificate = makeCertificate()
const place = (name: string) => join(directory, name)
const ports = { auth: 0, one: 0, two: 0 }
const servers: Program[] = []
const proxies: ReturnType<typeof spawn>[] = []

beforeAll(async () => {
  writeNewKeys(place('keys.json'))
  writeFileSync(place('caserne.crt'), certificate.cert)
  writeFileSync(place('caserne.key'), certificate.key)
  writeFileSync(place('caserne.pem'), certificate.cert + certificate.key)
  for (const each of ['auth', 'one', 'two'] as const) ports[each] = await freePort()
  const all = { TRUST_PROXY: 'loopback', DATA_DIR: place('none'), LOG_LEVEL: 'info' }
  const key = { MAILBOX_KEY: Buffer.alloc(32, 7).toString('base64') }
  const jwks = `http://127.0.0.1:${ports.auth}/.well-known/jwks.json`
  const keys = { AUTH_KEY_FILE: place('keys.json'), AUTH_DATABASE_URL: database.urls.auth }
  const data = { ...all, ...key, API_DATABASE_URL: database.urls.api, AUTH_JWKS_URL: jwks }
  servers.push(
    runProgram(['serve', 'auth'], { ...all, ...keys, AUTH_PORT: String(ports.auth) }),
    runProgram(['serve', 'data'], { ...data, DATA_PORT: String(ports.one) }),
    runProgram(['serve', 'data'], { ...data, DATA_PORT: String(ports.two) }),
  )
  await Promise.all(servers.map((each) => each.says(/"listening"/)))
}, 120_000)

afterAll(async () => {
  for (const each of proxies) each.kill('SIGKILL')
  await killPrograms()
  rmSync(directory, { recursive: true, force: true })
})

// The file of a proxy as it is deployed, with the ports and the certificate of this test.
const configure = {
  Caddyfile: (text: string, port: number) =>
    text
      .replace('{\n', '{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n')
      .replace(
        'caserne.example.org {',
        `https://127.0.0.1:${port} {\n\ttls ${place('caserne.crt')} ${place('caserne.key')}`,
      ),
  'haproxy.cfg': (text: string, port: number) =>
    text
      .replace('bind :80', `bind unix@${place('plain.sock')}`)
      .replace('bind :443', `bind 127.0.0.1:${port}`)
      .replaceAll('/etc/haproxy/caserne.pem', place('caserne.pem')),
}

async function startProxy(name: keyof typeof configure, port: number): Promise<void> {
  const text = readFileSync(join(root, 'deploy/proxy', name), 'utf8')
    .replaceAll('127.0.0.1:4001', `127.0.0.1:${ports.auth}`)
    .replaceAll('127.0.0.1:4000', `127.0.0.1:${ports.one}`)
    .replaceAll('127.0.0.1:4010', `127.0.0.1:${ports.two}`)
  const file = place(name)
  writeFileSync(file, configure[name](text, port))
  const [command, args]: [string, string[]] =
    name === 'Caddyfile'
      ? ['/usr/bin/caddy', ['run', '--adapter', 'caddyfile', '--config', file]]
      : ['/usr/sbin/haproxy', ['-db', '-f', file]]
  const env = { PATH: process.env.PATH ?? '', HOME: directory, XDG_DATA_HOME: directory }
  proxies.push(spawn(command, args, { env, stdio: 'ignore' }))
  const ready = async () => (await ask(port, 'GET', '/ready').catch(() => ({ status: 0 }))).status
  await vi.waitFor(async () => expect(await ready()).toBe(200), { timeout: 30_000, interval: 250 })
}

interface Answer {
  status: number
  headers: IncomingMessage['headers']
  text: string
}

// Asks over TLS. With `until`, the answer is over once it holds that text.
function ask(
  port: number,
  method: string,
  path: string,
  { headers = {}, body, until }: { headers?: Record<string, string>; body?: unknown; until?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { method, ca: certificate.cert, agent: false as const, headers }
    const asking = request(`https://127.0.0.1:${port}${path}`, options, (response) => {
      let text = ''
      const end = () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
      response.setEncoding('utf8').on('data', (more: string) => {
        text += more
        if (until !== undefined && text.includes(until)) {
          end()
          asking.destroy()
        }
      })
      response.on('end', end)
    })
    asking.on('error', reject)
    if (body !== undefined) asking.setHeader('content-type', 'application/json')
    asking.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

const account = { email: 'commandant@example.org', password: 'caserne-demo' }

describe.each(['Caddyfile', 'haproxy.cfg'] as const)('behind deploy/proxy/%s', (name) => {
  const at = { port: 0, token: '' }
  const caller = () => ({ authorization: `Bearer ${at.token}`, 'sis-key': 'hs' })
  beforeAll(async () => {
    at.port = await freePort()
    await startProxy(name, at.port)
    const { text } = await ask(at.port, 'POST', '/api/v1/login', { body: account })
    at.token = JSON.parse(text).accessToken
  }, 60_000)

  it('the board, both APIs, keys and pages of accounts are reached under one name', async () => {
    const pages = ['/tableau', '/auth/api/v1/openapi.json', '/api/v2/openapi.json', '/.well-known/jwks.json']
    for (const path of [...pages, '/reset-mdp?token=x', '/docs'])
      expect([path, (await ask(at.port, 'GET', path)).status]).toEqual([path, 200])
    expect((await ask(at.port, 'GET', '/api/v2/alarmes', { headers: caller() })).status).toBe(200)
  })

  it('people sign in to the board, with a cookie for HTTPS only', async () => {
    const { status, headers } = await ask(at.port, 'POST', '/tableau/session', {
      body: account,
      headers: { origin: `https://127.0.0.1:${at.port}`, 'sec-fetch-site': 'same-origin' },
    })
    expect(status).toBe(200)
    expect(String(headers['set-cookie'])).toMatch(/caserne_session=[^;]+;.*HttpOnly;.*Secure/i)
    expect(headers['strict-transport-security']).toContain('max-age=')
  })

  it('the alarm stream begins at once', async () => {
    const { status } = await ask(at.port, 'GET', '/api/v2/alarmes/flux', {
      headers: caller(),
      until: '\n',
    })
    expect(status).toBe(200)
  })

  it('a client cannot name another address than its own', async () => {
    const forged = { 'x-forwarded-for': '198.51.100.7' }
    const wrong = { email: `${name}@example.org`, password: 'faux' }
    const { status } = await ask(at.port, 'POST', '/api/v1/login', { headers: forged, body: wrong })
    expect(status).toBe(401)
    const owner = await database.as('admin')
    const { rows } = await owner.query('select key from auth.throttles')
    const keys = rows.map(({ key }) => key).join()
    const counted = (address: string) =>
      keys.includes(createHash('sha256').update(address).digest('base64url'))
    expect([counted('127.0.0.1'), counted('198.51.100.7')]).toEqual([true, false])
  })
})

describe('when a data server ends', () => {
  it('requests go to the other one', async () => {
    const port = await freePort()
    await startProxy('haproxy.cfg', port)
    await servers[1]?.kill('SIGTERM')
    for (let n = 0; n < 10; n++) expect((await ask(port, 'GET', '/docs')).status).toBe(200)
  })
})

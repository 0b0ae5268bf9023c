import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, createServer as createHttpServer, get } from 'node:http'
import { get as getSecurely } from 'node:https'
import { type AddressInfo, createServer, Server, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import express from 'express'
import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import { sendFile } from '../../src/http/handlers/send_file.ts'
import { listenTogether } from '../../src/http/server/acceptors.ts'
import { Body } from '../../src/http/server/body.ts'
import { compressJson, sendBody } from '../../src/http/server/compress.ts'
import { listen } from '../../src/http/server/listening.ts'
import { Metrics } from '../../src/process/metrics.ts'
import { serveMetrics } from '../../src/process/serve_metrics.ts'
import { makeCertificate } from '../support/smtp.ts'

const here = { host: '127.0.0.1', port: 0, variable: 'PORT' }

it('many connections that come at once are served by one server, and none is left when it has closed', async () => {
  const app = express()
  app.get('/', (_req, res) => void res.end('bonjour'))
  const listening = await listen(app, here)
  const url = `http://127.0.0.1:${listening.port}`
  const ask = () => fetch(url, { headers: { connection: 'close' } }).then((answer) => answer.text())
  expect(new Set(await Promise.all(Array.from({ length: 100 }, ask)))).toEqual(new Set(['bonjour']))
  await listening.close()
  await expect(ask()).rejects.toThrow()
})

it('a port that another program has is refused, though it would share it', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen({ host: '127.0.0.1', port: 0, reusePort: true }, resolve))
  const { port } = other.address() as AddressInfo
  await expect(listenTogether(createHttpServer(), '127.0.0.1', port)).rejects.toMatchObject({
    code: 'EADDRINUSE',
  })
  await expect(listen(express(), { ...here, port })).rejects.toThrow(/PORT/)
  other.close()
})

it('closing waits for a request that is under way', async () => {
  const app = express()
  const { promise, resolve } = Promise.withResolvers<void>()
  const { promise: asked, resolve: arrived } = Promise.withResolvers<void>()
  let count = 0
  app.get('/', async (_req, res) => {
    count += 1
    if (count === 20) arrived()
    await promise
    res.end('fini')
  })
  const listening = await listen(app, here)
  // Enough for some to arrive at a socket that injects them.
  const answers = Promise.all(
    Array.from({ length: 20 }, () =>
      fetch(`http://127.0.0.1:${listening.port}`).then((answer) => answer.text()),
    ),
  )
  await asked
  let closed = false
  const closing = listening.close().then(() => {
    closed = true
  })
  await new Promise((wait) => setImmediate(wait))
  expect(closed).toBe(false)
  resolve()
  expect(new Set(await answers)).toEqual(new Set(['fini']))
  await closing
})

it('every accepted connection sends at once what is written, without waiting for an acknowledgement', async () => {
  const server = createHttpServer((_req, res) => res.end())
  const delays = new Set<unknown>()
  server.on('connection', (socket) => delays.add(sendsAtOnce(socket)))
  const sockets = await listenTogether(server, '127.0.0.1', 0)
  const { port } = server.address() as AddressInfo
  const ask = () => fetch(`http://127.0.0.1:${port}`, { headers: { connection: 'close' } })
  // Enough for every socket of the address to accept some.
  await Promise.all(Array.from({ length: 100 }, ask))
  expect(delays).toEqual(new Set([true]))
  await Promise.all(sockets.map((each) => new Promise((resolve) => each.close(resolve))))
})

it('connections under TLS, and those that ask for metrics, send at once too', async () => {
  const delays = new Set<unknown>()
  const { emit } = Server.prototype
  vi.spyOn(Server.prototype, 'emit').mockImplementation(function (this: Server, name, ...args) {
    if (String(name) === 'connection') delays.add(sendsAtOnce(Object(args[0])))
    return Reflect.apply(emit, this, [name, ...args])
  })
  const log = pino({ level: 'silent' })
  const { files, remove } = writeCertificate()
  const secure = await listen(express(), { ...here, tls: { files, log } })
  const metrics = await serveMetrics(new Metrics(), { host: here.host, port: 0 }, log)
  await new Promise((resolve, reject) => {
    getSecurely({ host: here.host, port: secure.port, rejectUnauthorized: false, agent: false }, (answer) =>
      answer.resume().on('end', resolve),
    ).on('error', reject)
  })
  const { headers } = await fetch(`http://127.0.0.1:${metrics.port}/metrics`)
  expect([delays, headers.has('content-length')]).toEqual([new Set([true]), true])
  vi.restoreAllMocks()
  await Promise.all([secure.close(), metrics.close()])
  remove()
})

function writeCertificate() {
  const directory = mkdtempSync(join(tmpdir(), 'caserne-tls-'))
  const files = { cert: join(directory, 'cert.pem'), key: join(directory, 'key.pem') }
  const { cert, key } = makeCertificate()
  writeFileSync(files.cert, cert)
  writeFileSync(files.key, key)
  return { files, remove: () => rmSync(directory, { recursive: true }) }
}

it('an answer with a known body is one write', async () => {
  const app = express().use(compressJson)
  const kept = new Body(Buffer.from(JSON.stringify({ data: 'x'.repeat(100_000) })), 'again')
  app.get('/kept', (_req, res) => sendBody(res.type('application/json'), kept))
  app.get('/object', (_req, res) => void res.json({ data: 'x'.repeat(2_000) }))
  app.get('/file', (_req, res) => sendFile(res, 'text/csv', 'a.csv', Buffer.alloc(5_000)))
  const listening = await listen(app, here)
  const writes = (['_write', '_writev'] as const).map((each) => vi.spyOn(Socket.prototype as Duplex, each))
  const count = () => writes.reduce((sum, { mock }) => sum + mock.calls.length, 0)
  const agent = new Agent({ keepAlive: true })
  for (const path of ['/kept', '/object', '/file'])
    for (const encoding of ['identity', 'gzip', 'br']) {
      const before = count()
      const headers = { 'accept-encoding': encoding }
      const bytes = await new Promise<number>((resolve, reject) => {
        get({ host: here.host, port: listening.port, path, agent, headers }, (answer) => {
          const length = Number(answer.headers['content-length'])
          answer.resume().on('end', () => resolve(length))
        }).on('error', reject)
      })
      expect(bytes).toBeGreaterThan(0)
      // One write is the request's.
      expect([path, encoding, count() - before]).toEqual([path, encoding, 2])
    }
  vi.restoreAllMocks()
  agent.destroy()
  await listening.close()
})

// Node keeps the option TCP_NODELAY of a socket under a symbol, and shows it nowhere else.
function sendsAtOnce(socket: object): unknown {
  const symbol = Object.getOwnPropertySymbols(socket).find((each) => each.description === 'kSetNoDelay')
  return symbol && Reflect.get(socket, symbol)
}

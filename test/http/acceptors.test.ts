import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import express from 'express'
import { expect, it } from 'vitest'
import { listenTogether } from '../../src/http/server/acceptors.ts'
import { listen } from '../../src/http/server/listening.ts'

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

// Node keeps the option TCP_NODELAY of a socket under a symbol, and shows it nowhere else.
function sendsAtOnce(socket: object): unknown {
  const symbol = Object.getOwnPropertySymbols(socket).find((each) => each.description === 'kSetNoDelay')
  return symbol && Reflect.get(socket, symbol)
}

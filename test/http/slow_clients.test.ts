import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import express from 'express'
import { expect, it } from 'vitest'
import { cutSlowReaders } from '../../src/http/server/cut_slow_readers.ts'
import { useDatabase } from '../support/database.ts'
import { useServers } from '../support/servers.ts'

const database = useDatabase()
const servers = useServers(database)
const how = { as: 'commandant@example.org', sis: 'hs' }

it('bodies that arrive slowly hold no connection of the database', async () => {
  const { accessToken } = await servers.signIn(how.as)
  const url = new URL(servers.urls().data)
  const sockets = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const socket = connect(Number(url.port), url.hostname)
      await once(socket, 'connect')
      socket.write(
        `POST /api/v2/groupes HTTP/1.1\r\nHost: x\r\nSis-Key: hs\r\nAuthorization: Bearer ${accessToken}\r\n` +
          'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"designation":',
      )
      return socket
    }),
  )
  const answers = await Promise.all(Array.from({ length: 10 }, () => servers.data('/api/v2/groupes', how)))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  for (const socket of sockets) socket.destroy()
  expect((await servers.data('/api/v2/groupes', how)).status).toBe(200)
  expect(servers.log()).not.toContain('request failed')
})

it('a client that takes nothing of an answer is cut off, and one that takes it is not', async () => {
  const app = express()
  app.use(cutSlowReaders(1_500))
  // More than the system buffers for a client.
  app.get('/', (_req, res) => void res.end(Buffer.alloc(64 * 1024 * 1024)))
  const server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const whole = await fetch(`http://127.0.0.1:${port}`)
  expect((await whole.arrayBuffer()).byteLength).toBe(64 * 1024 * 1024)
  const slow = connect(port, '127.0.0.1')
  const cut = once(server, 'connection').then(([socket]) => once(socket, 'close'))
  await once(slow, 'connect')
  slow.pause().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await cut
  slow.destroy()
  server.close()
})

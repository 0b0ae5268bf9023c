import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Response } from 'express'
import { expect, it } from 'vitest'
import { Body } from '../../src/http/server/body.ts'
import { sendBody } from '../../src/http/server/compress.ts'

it('a body that cannot be compressed is sent plain', async () => {
  const body = new Body(Buffer.alloc(50_000, 'x'), 'again')
  body.in = () => Promise.reject(new Error('no memory'))
  const server = createServer((_req, res) => sendBody(res as Response, body)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'accept-encoding': 'br' } })
  expect([answer.headers.get('content-encoding'), (await answer.text()).length]).toEqual([null, 50_000])
  server.close()
})

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

it('a kept body is made short once it has been sent often', async () => {
  const plain = Buffer.from(
    JSON.stringify(Array.from({ length: 200 }, (_, n) => ({ id: n, nom: `Sapeur ${n * 7919}` }))),
  )
  const [once, kept, again] = (['once', 'kept', 'again'] as const).map((use) => new Body(plain, use))
  const lengths: number[] = []
  for (let n = 0; n < 12; n++) lengths.push((await kept?.in('br'))?.length ?? 0)
  const [quick, short] = [(await once?.in('br'))?.length, (await again?.in('br'))?.length]
  expect(short).toBeLessThan(quick ?? 0)
  expect([lengths[0], lengths[8], lengths[9], lengths[11]]).toEqual([quick, quick, short, short])
  expect(kept?.bytes).toBe(plain.length + (short ?? 0))
})

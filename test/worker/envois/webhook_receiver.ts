import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll } from 'vitest'

/** How a receiver answers a message: a status, a redirection, or nothing. */
type Reply = number | { redirect: string } | 'silence'

/** A message as it came. */
export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** A receiver of webhooks on this machine, for one test file. */
export function useReceiver() {
  const received: Received[] = []
  let replies: Reply[] = []
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    received.push({ path: req.url ?? '', headers: req.headers, body: Buffer.concat(chunks).toString() })
    const reply = replies.shift() ?? 204
    if (reply === 'silence') return
    if (typeof reply === 'number') return void res.writeHead(reply).end()
    res.writeHead(307, { Location: reply.redirect }).end()
  })
  beforeAll(async () => await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
  afterEach(() => {
    received.length = 0
    replies = []
  })
  afterAll(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    received,
    /** The replies to the next messages; then 204. */
    reply: (...next: Reply[]) => {
      replies = next
    },
    port: () => (server.address() as AddressInfo).port,
    url: (path = '/webhook') => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
  }
}

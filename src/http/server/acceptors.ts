import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:net'

// libuv takes one connection per listening socket and turn of the event loop (libuv 1.52). Under overload a turn takes
// 20 ms, so that one socket would take 50 connections a second, and leave the others without even a refusal.
// Other systems than Linux do not spread connections.
const SOCKETS = process.platform === 'linux' ? 16 : 1

/**
 * Options for every server. An answer in several writes would otherwise wait 40 ms for the client's delayed
 * acknowledgement.
 */
export const OPTIONS = { noDelay: true }

// Connections that the system completes before a socket takes them. Of more it drops the first packet, and the client
// tries again after a second. The system itself has a limit (net.core.somaxconn, 4096).
const BACKLOG = 4_096

/**
 * Listens with several sockets on one address. The system spreads connections over them, and `server` serves them all.
 * @param port 0 takes any free port
 * @returns the sockets; `server` is one of them
 * @throws EADDRINUSE when the port is taken, also by a program that would share it
 */
export async function listenTogether(server: Server, host: string, port: number): Promise<Server[]> {
  // Sockets that share a port do not notice that another program has it.
  const probe = createServer()
  await listenAlone(probe, { host, port })
  const { port: free } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  const shared = { host, port: free, backlog: BACKLOG, reusePort: SOCKETS > 1 }
  const others = Array.from({ length: SOCKETS - 1 }, () =>
    createServer(OPTIONS, (socket) => void server.emit('connection', socket)),
  )
  for (const each of [server, ...others]) await listenAlone(each, shared)
  return [server, ...others]
}

function listenAlone(server: Server, options: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(options, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

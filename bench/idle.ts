import { once } from 'node:events'
import { connect as open, type Socket } from 'node:net'
import { heading } from './heading.ts'
import { findPlace, headersAt } from './http/lists.ts'
import { HttpClient } from './http_client.ts'
import { quantile } from './median.ts'
import { residentMiB } from './program.ts'
import { connect, postgresVersion, prepareDemo, startServer } from './setting.ts'

const ASKED = 500
// At a time: the system completes no more than its backlog.
const BATCH = 250

/**
 * Measures what idle connections cost a data server: its memory, and how long others wait. Each connection has asked
 * once, like those that browsers and proxies keep open.
 */
export async function benchIdle(count: number): Promise<void> {
  const admin = await prepareDemo()
  const client = await connect(admin)
  const headers = await headersAt(client, await findPlace(client))
  const server = await startServer(admin)
  const measure = async () => {
    const http = new HttpClient(1)
    const times: number[] = []
    for (let n = 0; n < ASKED; n++) {
      const sent = performance.now()
      await http.ask(server.port, 'GET', '/api/v2/interventions?limit=20', headers)
      times.push(performance.now() - sent)
    }
    http.close()
    return { times, memory: residentMiB(server.pid) }
  }
  await measure()
  const rows = [{ idle: 0, ...(await measure()) }]
  const sockets: Socket[] = []
  while (sockets.length < count)
    sockets.push(...(await Promise.all(Array.from({ length: BATCH }, () => leaveOpen(server.port)))))
  rows.push({ idle: sockets.length, ...(await measure()) })
  const lost = sockets.filter((socket) => socket.destroyed).length
  process.stdout.write(
    `${heading(`idle ${count}`, await postgresVersion(admin))}\n` +
      '| idle connections | server, MiB | p50, p99 of others, ms |\n|---|---|---|\n' +
      rows
        .map(
          ({ idle, memory, times }) =>
            `| ${idle} | ${memory.toFixed(0)} | ${quantile(times, 0.5).toFixed(2)}, ${quantile(times, 0.99).toFixed(2)} |\n`,
        )
        .join('') +
      `\nLost meanwhile: ${lost}.\n`,
  )
  for (const socket of sockets) socket.destroy()
}

async function leaveOpen(port: number): Promise<Socket> {
  const socket = open(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write('GET /health HTTP/1.1\r\nHost: bench\r\n\r\n')
  await once(socket, 'data')
  return socket
}

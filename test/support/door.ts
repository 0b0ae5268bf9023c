import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a PostgreSQL on this machine, which a test can shut. */
export interface Door {
  /** An address of the server, led through the door. */
  through(url: string): string
  /** How many bytes clients have sent. */
  passed(): number
  /** Breaks all connections. */
  cut(): void
  /** Answers the next connections as a server does that is just starting. */
  turnAway(times: number): void
  /** Breaks all connections, and refuses new ones. */
  shut(): void
  open(): Promise<void>
}

/** Opens a door. @param portOf the port of the server, asked for at each connection */
export async function openDoor(portOf: () => number): Promise<Door> {
  const sockets = new Set<Socket>()
  let away = 0
  let passed = 0
  const listener = createServer((client) => {
    sockets.add(client.on('error', () => client.destroy()))
    if (away > 0) {
      away -= 1
      client.once('data', () => client.end(STARTING))
      return
    }
    const server = connect(portOf(), '127.0.0.1')
    client.on('data', (bytes) => {
      passed += bytes.length
    })
    client.pipe(server).pipe(client)
    sockets.add(server.on('error', () => server.destroy()))
  })
  await once(listener.listen(0, '127.0.0.1'), 'listening')
  const { port } = listener.address() as AddressInfo
  const cut = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  return {
    through: (url) => Object.assign(new URL(url), { port }).href,
    passed: () => passed,
    cut,
    turnAway: (times) => {
      away = times
    },
    shut: () => {
      listener.close()
      cut()
    },
    open: async () => void (await once(listener.listen(port, '127.0.0.1'), 'listening')),
  }
}

// An ErrorResponse of PostgreSQL's protocol: severity, code, message.
const fields = Buffer.from('SFATAL\0C57P03\0Mthe database system is starting up\0\0')
const head = Buffer.from([0x45, 0, 0, 0, fields.length + 4])
const STARTING = Buffer.concat([head, fields])

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

/** A way to a server over TCP that can be made slow. */
export interface Door {
  port: number
  /** How long each piece of data is held, in either direction, in ms. */
  delayMs: number
  close(): void
}

/** Opens a door to a port of this machine. */
export async function openDoor(target: number): Promise<Door> {
  const sockets = new Set<Socket>()
  const door = { port: 0, delayMs: 0, close: () => {} }
  // Data that follow wait for those before, also when the delay ends meanwhile.
  const pass = (from: Socket, to: Socket) => {
    let due = 0
    const later = (act: () => void) => {
      due = Math.max(due, performance.now() + door.delayMs)
      const wait = due - performance.now()
      if (door.delayMs === 0 && wait <= 0) act()
      else setTimeout(act, wait)
    }
    from.on('data', (data) => later(() => to.write(data)))
    from.on('end', () => later(() => to.end()))
    from.on('error', () => to.destroy())
    from.on('close', () => sockets.delete(from))
  }
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (inside) => {
    const outside = connect({ host: '127.0.0.1', port: target, allowHalfOpen: true, noDelay: true })
    for (const socket of [inside, outside]) sockets.add(socket)
    pass(inside, outside)
    pass(outside, inside)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  door.port = (server.address() as AddressInfo).port
  door.close = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return door
}

import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import { afterAll, beforeAll } from 'vitest'

/** A name server on this machine, for one test file. Names without addresses are never answered. */
export function useNameServer() {
  const names = new Map<string, string[][]>()
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (message, { port, address }) => {
    const { name, type, question } = readQuestion(message)
    asked.push(`${type === 1 ? 'A' : 'AAAA'} ${name}`)
    const answers = names.get(name)
    if (answers === undefined) return
    // Each look-up takes the next addresses; the last ones stay.
    const current = answers[0] ?? []
    if (answers.length > 1 && type === 1) answers.shift()
    const found = current.filter((each) => isIPv6(each) === (type === 28))
    const head = Buffer.from(message.subarray(0, 12))
    // RFC 1035, 4.1.1: an answer of a recursive server, without an error.
    head.writeUInt16BE(0x8180, 2)
    head.writeUInt16BE(found.length, 6)
    head.writeUInt32BE(0, 8)
    socket.send(Buffer.concat([head, question, ...found.map((each) => record(type, each))]), port, address)
  })
  beforeAll(() => new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve)))
  afterAll(() => new Promise<void>((resolve) => socket.close(() => resolve())))
  return {
    asked,
    address: () => `127.0.0.1:${socket.address().port}`,
    /** The addresses that a name has at its next look-ups, one after the other; then those of the last. */
    name: (name: string, ...addresses: string[][]) => void names.set(name, addresses),
  }
}

function readQuestion(message: Buffer) {
  const labels: string[] = []
  let at = 12
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  const question = message.subarray(12, at + 5)
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), question }
}

// RFC 1035, 4.1.3, with a pointer to the name of the question, and to be kept for no time.
function record(type: number, address: string): Buffer {
  const data = type === 1 ? Buffer.from(address.split('.').map(Number)) : sixteenBytes(address)
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

// Written in full: eight groups in hexadecimal.
const sixteenBytes = (address: string) =>
  Buffer.from(
    address
      .split(':')
      .map((group) => group.padStart(4, '0'))
      .join(''),
    'hex',
  )

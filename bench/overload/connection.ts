import { connect, type Socket } from 'node:net'

/** How a request ended: its status, or 0 where the connection broke or took too long. */
type Ended = (status: number) => void

const HEAD_END = Buffer.from('\r\n\r\n')
const LAST_CHUNK = Buffer.from('0\r\n\r\n')

/**
 * A connection that sends one request after the other and reads no more of the answers than their status and end. It
 * costs a fraction of node:http, so that a generator on the same machine takes little from the server.
 */
export class Connection {
  readonly #socket: Socket
  #ended: Ended | undefined
  #status = 0
  #left = 0
  #chunked = false
  /** When its request was sent. */
  since = 0
  /** Whether it has stopped sending. */
  gone = false

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.on('data', (data) => this.#read(data))
    // The error comes before.
    this.#socket.on('error', () => undefined).on('close', () => this.#leave())
  }

  /** Sends a request; the one before must have ended. */
  send(request: Buffer, ended: Ended): void {
    this.#ended = ended
    this.#status = 0
    this.since = performance.now()
    this.#socket.write(request)
  }

  /** Ends the connection, and the request with status 0. */
  destroy(): void {
    this.#socket.destroy()
    this.#leave()
  }

  #read(data: Buffer): void {
    let from = 0
    if (this.#status === 0) {
      // Heads of this size arrive in one piece.
      const end = data.indexOf(HEAD_END)
      const head = data.toString('latin1', 0, end)
      this.#status = Number(head.slice(9, 12))
      this.#left = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      this.#chunked = /transfer-encoding: chunked/i.test(head)
      from = end + HEAD_END.length
    }
    this.#left -= data.length - from
    const done = this.#chunked ? data.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK) : this.#left <= 0
    if (done) this.#end(this.#status)
  }

  #leave(): void {
    this.gone = true
    this.#end(0)
  }

  #end(status: number): void {
    const ended = this.#ended
    this.#ended = undefined
    ended?.(status)
  }
}

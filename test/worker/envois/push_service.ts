import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'
import { type Browser, decrypt, pushFault } from './read_push.ts'

/** A message as the browser reads it. */
interface Pushed {
  id: string
  message: { titre: string; texte: string; lien: string; tag: string }
  ttl: number
  urgency: string
  topic: string
}

/** Answer of a service: a status, silence, or a cut connection. */
export type Answer = number | 'silence' | 'cut'

/**
 * A push service that speaks RFC 8030. It reads messages as the browser would (RFC 8291), and refuses those that are
 * not signed for it (RFC 8292).
 */
export class PushService {
  readonly received: Pushed[] = []
  /** Refusals, with their reasons. */
  readonly faults: string[] = []
  /** The answers to a browser's next messages; then 201. */
  readonly answers = new Map<string, Answer[]>()
  /** Called when a message was read, before it is answered. */
  onMessage: (pushed: Pushed) => void | Promise<void> = () => undefined
  readonly #browsers = new Map<string, Browser>()
  readonly #server = createServer((req, res) => void this.#handle(req, res))
  #connections = 0
  mostConnections = 0

  async start(port = 0): Promise<void> {
    this.#server.on('connection', (socket) => {
      this.#connections += 1
      this.mostConnections = Math.max(this.mostConnections, this.#connections)
      socket.on('close', () => {
        this.#connections -= 1
      })
    })
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve))
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Lets those go who wait for an answer. */
  release(): void {
    this.#server.closeAllConnections()
  }

  async stop(): Promise<void> {
    this.release()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** A new browser, and its subscription as PushSubscription.toJSON() gives it. */
  subscribe(...answers: Answer[]): { id: string; endpoint: string; keys: { p256dh: string; auth: string } } {
    const id = randomUUID()
    const privateKey = createECDH('prime256v1')
    privateKey.generateKeys()
    const auth = randomBytes(16)
    this.#browsers.set(id, { privateKey, auth })
    if (answers.length > 0) this.answers.set(id, answers)
    const keys = { p256dh: privateKey.getPublicKey('base64url'), auth: auth.toString('base64url') }
    return { id, endpoint: `${this.origin}/send/${id}`, keys }
  }

  /** The messages that a browser received. */
  toldOf(id: string): Pushed[] {
    return this.received.filter((each) => each.id === id)
  }

  async #handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    const id = req.url?.replace('/send/', '') ?? ''
    // RFC 8030, 7.2: longer messages need not be taken, and browsers' services take none.
    if (Buffer.concat(chunks).length > 4_096) return void res.writeHead(413).end()
    const fault = await pushFault(req, this.origin, id)
    if (fault !== null) {
      this.faults.push(fault)
      return void res.writeHead(400).end()
    }
    const answer = this.answers.get(id)?.shift() ?? 201
    const browser = this.#browsers.get(id)
    if (browser === undefined) return void res.writeHead(404).end()
    const pushed: Pushed = {
      id,
      message: JSON.parse(decrypt(Buffer.concat(chunks), browser).toString()),
      ttl: Number(req.headers.ttl),
      urgency: String(req.headers.urgency),
      topic: String(req.headers.topic),
    }
    this.received.push(pushed)
    await this.onMessage(pushed)
    if (answer === 'silence') return
    if (answer === 'cut') return void req.socket.destroy()
    res.writeHead(answer, { Location: `${this.origin}/message/${randomUUID()}` }).end()
  }
}

/** A push service for one test file. */
export function usePushService(): PushService {
  const service = new PushService()
  beforeAll(() => service.start())
  afterAll(() => service.stop())
  return service
}

import { type Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'

/** An event as a client sees it. */
interface ServerEvent {
  event: string
  /** The last id, of this event or of one before it. */
  id: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it
  data: any
}

/** A client of server-sent events (WHATWG HTML, 9.2.6), over a connection of its own. */
export class EventStream {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly events: ServerEvent[] = []
  /** Comments, one text each. */
  readonly comments: string[] = []
  retry: number | null = null
  /** The answer, when it was not a stream. */
  refusal = ''
  /** Resolves when the server has ended the stream, or the connection is lost. */
  readonly ended: Promise<void>
  readonly #response: IncomingMessage
  #id = ''
  // Received text of a block that has not ended yet.
  #rest: string[] = []

  constructor(response: IncomingMessage) {
    this.#response = response
    this.status = response.statusCode ?? 0
    this.headers = response.headers
    response.setEncoding('utf8').on('error', () => undefined)
    response.on('data', (text: string) => {
      if (this.status === 200) this.#take(text)
      else this.refusal += text
    })
    this.ended = new Promise((resolve) => response.on('close', resolve))
  }

  /** The data of all events with this name. */
  data(event = 'alarme') {
    return this.events.filter((each) => each.event === event).map(({ data }) => data)
  }

  /** Reads nothing more from the connection until resumed. */
  pause(): void {
    this.#response.pause()
  }

  resume(): void {
    this.#response.resume()
  }

  /** Drops the connection without notice. */
  close(): void {
    this.#response.destroy()
  }

  // An empty line ends a block.
  #take(text: string): void {
    const before = this.#rest.at(-1)?.at(-1) ?? ''
    this.#rest.push(text)
    if (!(before + text).includes('\n\n')) return
    const blocks = this.#rest.join('').split('\n\n')
    this.#rest = [blocks.pop() ?? '']
    for (const block of blocks) this.#read(block.split('\n'))
  }

  #read(lines: string[]): void {
    const event = { event: 'message', data: '' }
    for (const line of lines) {
      const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? []
      if (field === '') this.comments.push(value)
      else if (field === 'id') this.#id = value
      else if (field === 'retry') this.retry = Number(value)
      else if (field === 'event') event.event = value
      else if (field === 'data') event.data += `${value}\n`
      else throw new Error(`what is ${JSON.stringify(line)}?`)
    }
    if (event.data !== '') this.events.push({ ...event, id: this.#id, data: JSON.parse(event.data) })
  }
}

/** Opens a stream; resolves when the server has answered, also with a refusal. */
export function openStream(
  url: string,
  headers: Record<string, string> = {},
  agent?: Agent,
): Promise<EventStream> {
  return new Promise((resolve, reject) => {
    request(url, { headers, agent: agent ?? false })
      .on('error', reject)
      .on('response', (response) => resolve(new EventStream(response)))
      .end()
  })
}

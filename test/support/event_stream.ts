import { type Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'

/** An event as a client sees it. */
export interface ServerEvent {
  event: string
  /** The last id that was said, by this event or before it. */
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
  /** What was answered instead of a stream. */
  refusal = ''
  /** Comes when the server has ended it, or the connection is gone. */
  readonly ended: Promise<void>
  readonly #response: IncomingMessage
  #id = ''
  // What has come of a block that has not ended yet.
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

  /** The data of the events of a name. */
  data(event = 'alarme') {
    return this.events.filter((each) => each.event === event).map(({ data }) => data)
  }

  /** Takes nothing more from its connection for now. */
  pause(): void {
    this.#response.pause()
  }

  resume(): void {
    this.#response.resume()
  }

  /** Leaves, without a word. */
  close(): void {
    this.#response.destroy()
  }

  // Blocks end with an empty line.
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

/** Opens a stream: comes when the server has answered, be it that it refuses. */
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

import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Operation } from '../../../src/http/document/operation.ts'
import type { Sample } from '../samples/sample.ts'

/** An answer; `body` is its JSON, the beginning of a stream of events, or null when empty. */
export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it
  body: any
}

/** A request to send: `body` is text already. */
export interface Sent {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Buffer
}

/** Sends requests over kept connections, which halves the time of many thousand. */
export class Client {
  readonly #port: string
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8 })

  /** @param url of the server: `http://127.0.0.1:4000`. */
  constructor(url: string) {
    this.#port = new URL(url).port
  }

  /** Sends one request, unless `signal` says stop. */
  send({ method, path, headers, body }: Sent, signal?: AbortSignal): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      const asking = request({
        host: '127.0.0.1',
        port: this.#port,
        method,
        path,
        headers: { ...headers, ...length },
        agent: this.#agent,
        ...(signal && { signal }),
      })
      asking.on('error', reject).on('response', (response) => {
        const chunks: Buffer[] = []
        const { statusCode: status = 0, headers } = response
        if (headers['content-type']?.startsWith('text/event-stream'))
          return void readBeginning(response).then((body) => {
            asking.destroy()
            resolve({ status, headers, body })
          }, reject)
        response.on('error', reject).on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const isJson = chunks.length > 0 && headers['content-type']?.includes('json')
          const bytes = decode(headers['content-encoding'], Buffer.concat(chunks))
          resolve({ status, headers, body: isJson ? JSON.parse(bytes.toString()) : null })
        })
      })
      asking.end(body)
    })
  }

  /** Sends many requests, eight at a time; returns their replies in order. */
  async sendAll(requests: Sent[]): Promise<Reply[]> {
    const replies: Reply[] = []
    let next = 0
    const lane = async () => {
      for (let n = next++; n < requests.length; n = next++) replies[n] = await this.send(requests[n] as Sent)
    }
    await Promise.all(Array.from({ length: 8 }, lane))
    return replies
  }

  /** Closes its connections. */
  close(): void {
    this.#agent.destroy()
  }
}

function decode(encoding: string | undefined, bytes: Buffer): Buffer {
  if (encoding === 'br') return brotliDecompressSync(bytes)
  return encoding === 'gzip' ? gunzipSync(bytes) : bytes
}

// The beginning of a stream until it is up to date, without the places, which change by themselves.
async function readBeginning(response: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) {
    text += chunk
    if (/^event: (a_jour|mur)\n(.+\n)+\n/m.test(text)) break
  }
  return text.replaceAll(/^id: .*\n/gm, '')
}

/**
 * Changes to the request of a sample. `path`, `query` and `body` override its own; a text body is sent
 * unchanged.
 */
export interface Changes {
  path?: Record<string, unknown>
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
  /** Sends only these headers: no Sis-Key and no token by default. */
  bare?: boolean
}

/** The request of an operation, without its caller. */
export function requestOf(operation: Operation, sample: Sample, changes: Changes = {}): Sent {
  const values: Record<string, unknown> = { ...sample.path, ...changes.path }
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => String(values[name]))
  const query = new URLSearchParams({ ...sample.query, ...changes.query }).toString()
  const body = 'body' in changes ? changes.body : sample.body
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  return {
    method: operation.method.toUpperCase(),
    path: `/api/v2${path}${query === '' ? '' : `?${query}`}`,
    headers: { ...(text !== undefined && { 'content-type': 'application/json' }), ...changes.headers },
    ...(text !== undefined && { body: text }),
  }
}

/** The request with the sample's body as a form, its files in base64. */
export async function withForm(sent: Sent, { body = {} }: Sample): Promise<Sent> {
  const form = new FormData()
  for (const [name, file] of Object.entries(body))
    form.append(name, new Blob([Buffer.from(String(file), 'base64')]), name)
  const encoded = new Response(form)
  const type = { 'content-type': encoded.headers.get('content-type') ?? '' }
  return { ...sent, headers: { ...sent.headers, ...type }, body: Buffer.from(await encoded.arrayBuffer()) }
}

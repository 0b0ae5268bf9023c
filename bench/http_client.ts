import { Agent, request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { accepted } from './accepted.ts'

/** An answer whose body was read whole. */
interface Answer {
  status: number
  etag: string
  /** Decoded when it is asked for, so that times do not contain it. */
  readonly text: string
}

/** Asks a server over connections that stay open. */
export class HttpClient {
  readonly #agent: Agent

  /** @param connections number of connections at a time */
  constructor(connections: number) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections })
  }

  /** @throws for a status from 400 on */
  ask(
    port: number,
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: unknown,
  ): Promise<Answer> {
    const json = body === undefined ? undefined : JSON.stringify(body)
    const sent = {
      ...accepted,
      ...headers,
      ...(json !== undefined && { 'content-type': 'application/json' }),
    }
    return new Promise((resolve, reject) => {
      const asked = request(
        { host: '127.0.0.1', port, method, path, headers: sent, agent: this.#agent },
        (response) => {
          const pieces: Buffer[] = []
          response.on('data', (piece: Buffer) => pieces.push(piece))
          response.on('end', () => {
            const { statusCode: status = 0, headers } = response
            const answer = {
              status,
              etag: headers.etag ?? '',
              get text() {
                return decode(headers['content-encoding'], Buffer.concat(pieces))
              },
            }
            if (status >= 400) reject(new Error(`${status} ${answer.text.slice(0, 200)}`))
            else resolve(answer)
          })
        },
      )
      asked.on('error', reject)
      asked.end(json)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

function decode(encoding: string | undefined, bytes: Buffer): string {
  if (encoding === 'br') return brotliDecompressSync(bytes).toString()
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString()
}

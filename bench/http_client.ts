import { Agent, request } from 'node:http'

/** An answer whose body was read whole. */
interface Answer {
  status: number
  etag: string
  text: string
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
    const sent = json === undefined ? headers : { ...headers, 'content-type': 'application/json' }
    return new Promise((resolve, reject) => {
      const asked = request(
        { host: '127.0.0.1', port, method, path, headers: sent, agent: this.#agent },
        (response) => {
          let text = ''
          response.setEncoding('utf8').on('data', (piece) => {
            text += piece
          })
          response.on('end', () => {
            const status = response.statusCode ?? 0
            if (status >= 400) reject(new Error(`${status} ${text.slice(0, 200)}`))
            else resolve({ status, etag: response.headers.etag ?? '', text })
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

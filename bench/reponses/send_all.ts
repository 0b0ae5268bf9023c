import { setTimeout as pause } from 'node:timers/promises'
import { Connection } from '../overload/connection.ts'

/** Result of some requests. */
export interface Sent {
  /** From the instant a request was due to the end of its answer, in ms. */
  times: number[]
  /** How many were answered by each status. */
  statuses: Map<number, number>
  seconds: number
}

/** Requests, and how they are sent. */
export interface Sending {
  port: number
  connections: number
  /** The n-th request; undefined after the last. */
  request: (n: number) => Buffer | undefined
  /** Requests a second; without it each connection sends the next one as soon as one was answered. */
  rate?: number
  /** Called when the n-th request leaves. */
  onSend?: (n: number) => void
}

/** Sends all requests over connections that stay open. */
export async function sendAll({ port, connections, request, rate, onSend }: Sending): Promise<Sent> {
  const sent: Sent = { times: [], statuses: new Map(), seconds: 0 }
  const began = performance.now()
  const dueAt = (n: number) => (rate === undefined ? performance.now() : began + (n * 1_000) / rate)
  let next = 0
  const work = async () => {
    const connection = new Connection(port)
    for (let n = next++; ; n = next++) {
      const bytes = request(n)
      if (bytes === undefined || connection.gone) break
      const due = dueAt(n)
      for (let early = due - performance.now(); early > 0; early = due - performance.now()) await pause(early)
      onSend?.(n)
      const status = await new Promise<number>((resolve) => connection.send(bytes, resolve))
      sent.times.push(performance.now() - due)
      sent.statuses.set(status, (sent.statuses.get(status) ?? 0) + 1)
    }
    connection.destroy()
  }
  await Promise.all(Array.from({ length: connections }, work))
  sent.seconds = (performance.now() - began) / 1_000
  return sent
}

/** The bytes of a request. */
export function writeRequest(
  method: 'GET' | 'POST',
  path: string,
  headers: Record<string, string>,
  body?: string,
): Buffer {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries({ host: 'bench', ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`)
}

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { accepted } from './accepted.ts'

const run = promisify(execFile)

/** One of several requests that are sent in turn. */
export interface Part {
  method: 'GET' | 'POST' | 'PUT'
  /** By default that of the address. */
  path?: string
  body?: object
}

/** A request that is sent again and again, with each of its bodies in turn; or the parts, in turn. */
export interface Repeated {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  bodies?: readonly object[]
  parts?: readonly Part[]
}

/** Measurements of wrk. */
export interface Load {
  requests: number
  /** Requests a second. */
  rate: number
  /** Latencies, in ms. */
  p50: number
  p99: number
}

const Summary = z.object({
  requests: z.number(),
  duration: z.number(),
  p50: z.number(),
  p99: z.number(),
  faults: z.number(),
})

/**
 * Sends a request from some connections for a while, with wrk (Debian package `wrk`) in one thread. It takes
 * compressed answers as clients do, and does not read them.
 * @throws when an answer is not 2xx or a connection fails
 */
export async function load(
  { url, method = 'GET', headers = {}, bodies = [], parts = [] }: Repeated,
  connections: number,
  seconds: number,
): Promise<Load> {
  const one: Part[] = bodies.length > 0 ? bodies.map((body) => ({ method, body })) : [{ method }]
  const { stdout } = await run('wrk', [
    ...['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--timeout', '20s'],
    ...['-s', join(import.meta.dirname, 'wrk.lua')],
    ...Object.entries({ ...accepted, ...headers }).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...[url, '--', ...(parts.length > 0 ? parts : one).flatMap(argumentsOf)],
  ])
  const done = Summary.parse(JSON.parse(/^DONE (.*)$/m.exec(stdout)?.[1] ?? 'null'))
  if (done.faults > 0 || done.requests === 0) throw new Error(`${url}: ${stdout}`)
  const { requests, duration, p50, p99 } = done
  return { requests, rate: requests / (duration / 1e6), p50: p50 / 1_000, p99: p99 / 1_000 }
}

function argumentsOf({ method, path = '', body }: Part): string[] {
  return [method, path, body === undefined ? '' : JSON.stringify(body)]
}

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const CONNECTIONS = 8

/** What wrk measured. */
export interface Load {
  perSecond: number
  /** Of a request, in milliseconds. */
  p50: number
  p99: number
}

/**
 * Sends requests over eight connections, with wrk (Debian's package).
 * @param script Lua that makes the requests, for all but the same GET.
 * @throws when an answer is neither 2xx nor 304
 */
export async function wrk(
  url: string,
  headers: Record<string, string>,
  seconds: number,
  script?: string,
): Promise<Load> {
  const { stdout } = await promisify(execFile)('wrk', [
    ...['-t', '1', '-c', String(CONNECTIONS), '-d', `${seconds}s`, '--latency'],
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...(script === undefined ? [] : ['-s', script]),
    url,
  ])
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url}: ${stdout}`)
  return {
    perSecond: Number(/Requests\/sec: +([\d.]+)/.exec(stdout)?.[1]),
    p50: milliseconds(/50% +(\S+)/.exec(stdout)?.[1]),
    p99: milliseconds(/99% +(\S+)/.exec(stdout)?.[1]),
  }
}

function milliseconds(text = ''): number {
  const [, amount, unit = ''] = /^([\d.]+)(us|ms|s)$/.exec(text) ?? []
  return Number(amount) * ({ us: 0.001, ms: 1, s: 1000 }[unit] ?? Number.NaN)
}

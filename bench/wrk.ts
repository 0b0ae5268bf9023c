import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What wrk measured. */
export interface Load {
  /** Requests a second. */
  rate: number
  requests: number
}

/**
 * Posts a JSON body from some connections for a while, with wrk (Debian package `wrk`).
 * @throws when an answer is not 2xx or a connection fails
 */
export async function post(
  url: string,
  body: object,
  headers: Record<string, string>,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> {
  const { stdout } = await run('wrk', [
    ...[
      '-t',
      '1',
      '-c',
      String(connections),
      '-d',
      `${seconds}s`,
      '-s',
      join(import.meta.dirname, 'post.lua'),
    ],
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...[url, '--', JSON.stringify(body)],
  ])
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout)
  return {
    rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    requests: Number(/(\d+) requests in/.exec(stdout)?.[1]),
  }
}

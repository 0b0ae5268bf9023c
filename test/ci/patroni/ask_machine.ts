import { request } from 'node:https'

interface Asking {
  method?: string
  /** Trusts the certificates of this authority only; absent: any. */
  ca?: Buffer
  /** A certificate of one's own. */
  cert?: Buffer | string
  key?: Buffer | string
  /** User and password. */
  auth?: string
  body?: string
}

/** Asks a machine of the cluster over TLS. @returns the status; 0 when the connection was refused or nothing answered */
export function askMachine(url: string, { ca, body, ...options }: Asking = {}): Promise<number> {
  return new Promise((resolve) => {
    const asking = request(
      url,
      { ...options, ...(ca ? { ca } : { rejectUnauthorized: false }), agent: false, timeout: 3_000 },
      (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      },
    )
    asking.on('timeout', () => asking.destroy())
    asking.on('error', () => resolve(0))
    asking.end(body)
  })
}

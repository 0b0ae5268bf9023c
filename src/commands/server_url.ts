import type { Config } from '../config.ts'
import type { Listening } from '../http/server/listening.ts'

/** The address of a server for clients on this machine, without a slash at its end. */
export function serverUrl(config: Config, server: Listening | undefined): string {
  const scheme = config.TLS_CERT_FILE === undefined ? 'http' : 'https'
  return `${scheme}://${hostOf(config.HOST)}:${server?.port}`
}

// The host as a URL has it. An address that stands for all addresses of this machine becomes localhost.
function hostOf(host: string): string {
  if (['0.0.0.0', '::'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

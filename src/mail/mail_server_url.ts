import { z } from 'zod'

/** A mail server's address and protection. */
export interface MailServer {
  host: string
  port: number
  security: 'tls' | 'starttls' | 'none'
}

/**
 * A setting that is the address of a mail server. Errors do not quote the address, because it holds a
 * password.
 * @param findFault the fault of a URL, or null. That the URL can be parsed is checked here.
 * @param read the setting of a URL.
 */
export function mailServerUrl<T>(findFault: (url: URL) => string | null, read: (url: URL) => T) {
  return z.string().transform((text, context): T => {
    const url = URL.canParse(text) ? new URL(text) : null
    const fault = url === null ? 'adresse illisible' : (findFault(url) ?? findUnreadable(url))
    if (url !== null && fault === null) return read(url)
    context.addIssue({ code: 'custom', message: fault ?? '' })
    return z.NEVER
  })
}

/** The server of `<protocol>s://host` (TLS), `<protocol>://host` (STARTTLS) or `<protocol>://host?security=none`. */
export function serverOf(url: URL, ports: { tls: number; plain: number }): MailServer {
  const tls = url.protocol.endsWith('s:')
  return {
    // An IPv6 address has brackets in a URL, but not for a socket.
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || (tls ? ports.tls : ports.plain),
    security: tls ? 'tls' : url.searchParams.get('security') === 'none' ? 'none' : 'starttls',
  }
}

function findUnreadable({ username, password, pathname }: URL): string | null {
  return [username, password, pathname].every(isDecodable) ? null : 'adresse illisible : un % y est écrit %25'
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

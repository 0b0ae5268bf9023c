import type { MailServer } from '../../mail/mail_server_url.ts'
import { isLoopback } from '../../process/loopback.ts'

const protections = { tls: 'TLS', starttls: 'STARTTLS', none: 'sans chiffrement' }

/** A mail server as findings name it: its address, and how the connection is protected. */
export function describeServer({ host, port, security }: MailServer): string {
  return `${host}:${port} (${protections[security]})`
}

/** Whether passwords pass in the clear to another machine. */
export function isExposed({ host, security }: MailServer): boolean {
  return security === 'none' && !isLoopback(host)
}

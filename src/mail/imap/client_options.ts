import type { MailboxSettings } from './mailbox_settings.ts'
import { lookupWithin, type Reach } from './private_hosts.ts'

/** Silence after which a mail server counts as gone. */
export const SILENCE_MS = 30_000

/** What imapflow is told. */
export function clientOptions(settings: MailboxSettings, silenceMs: number, reach: Reach) {
  const { host, port, security, user, password } = settings
  return {
    host,
    port,
    secure: security === 'tls',
    // True: without it no login.
    doSTARTTLS: security === 'starttls',
    // In the clear too imapflow hands these on to the socket.
    tls: { lookup: lookupWithin(settings, reach) },
    auth: { user, pass: password },
    logger: false as const,
    // IDLE from the moment the folder's lock is free; the lock keeps it off before that.
    autoIdleDelay: 0,
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
  }
}

import type { MailboxSettings } from './mailbox_settings.ts'
import { lookupWithin, type Reach } from './private_hosts.ts'

/** Silence after which a mail server counts as lost. */
export const SILENCE_MS = 30_000

/** The options of imapflow's client. */
export function clientOptions(settings: MailboxSettings, silenceMs: number, reach: Reach) {
  const { host, port, security, user, password } = settings
  return {
    host,
    port,
    secure: security === 'tls',
    // true requires STARTTLS: imapflow does not log in without it.
    doSTARTTLS: security === 'starttls',
    // imapflow passes these options to the socket even without TLS.
    tls: { lookup: lookupWithin(settings, reach) },
    auth: { user, pass: password },
    logger: false as const,
    // IDLE starts as soon as the folder's lock is free; the lock prevents it before.
    autoIdleDelay: 0,
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
  }
}

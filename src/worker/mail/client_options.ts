import type { MailboxSettings } from './mailbox_settings.ts'

/** Silence after which a mail server counts as gone. */
export const SILENCE_MS = 30_000

/** What imapflow is told. */
export function clientOptions({ host, port, security, user, password }: MailboxSettings, silenceMs: number) {
  return {
    host,
    port,
    secure: security === 'tls',
    doSTARTTLS: security === 'starttls',
    auth: { user, pass: password },
    logger: false as const,
    // IDLE from the moment the folder's lock is free; the lock keeps it off before that.
    autoIdleDelay: 0,
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
  }
}

import type { ImapMessage } from '../../../../src/worker/mail/imap/imap_cursor.ts'
import type { MailboxSettings } from '../../../../src/worker/mail/imap/mailbox_settings.ts'
import { login } from '../../../support/mail_servers.ts'

export const log = { debug: () => {}, info: () => {}, warn: () => {} }

/** The cursor of a mailbox that was never read. */
export const START = { uidvalidity: null, uid: 0 }

/** Silence after which a server counts as gone: a test does not wait half a minute for it. */
export const silenceMs = 5000

export function settingsOf(port: number, changes: Partial<MailboxSettings> = {}): MailboxSettings {
  const where = {
    host: '127.0.0.1',
    port,
    security: 'none' as const,
    folder: 'INBOX',
    moveTo: null,
    senders: [],
  }
  return { ...where, ...login, ...changes }
}

export function mail(subject: string, body = 'Alarme.'): Buffer {
  return Buffer.from(`From: cet@example.org\r\nSubject: ${subject}\r\n\r\n${body}\r\n`)
}

/** An event that the test awaits. */
export function signal(): { happened: Promise<void>; happen: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { happened: promise, happen: resolve }
}

/** A handler that keeps what it is given. */
export function collect(into: ImapMessage[], verdict: 'seen' | 'untouched' = 'untouched') {
  return (message: ImapMessage) => {
    into.push(message)
    return Promise.resolve(verdict)
  }
}

import type { ImapMessage } from '../../../src/worker/mail/imap.ts'
import type { ImapConfig } from '../../../src/worker/mail/imap_config.ts'
import { login } from '../../support/mail_servers.ts'

export const log = { debug: () => {}, info: () => {}, warn: () => {} }

/** The cursor of a mailbox that was never read. */
export const START = { uidvalidity: null, uid: 0 }

export function configOf(port: number, changes: Partial<ImapConfig> = {}): ImapConfig {
  const where = { host: '127.0.0.1', port, security: 'none' as const, folder: 'INBOX', moveTo: null }
  return { ...where, ...login, timeout: 5000, ...changes }
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

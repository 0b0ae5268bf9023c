import { afterEach, beforeEach } from 'vitest'
import { ImapSession } from '../../../src/mail/imap/imap.ts'
import type { ImapMessage } from '../../../src/mail/imap/imap_cursor.ts'
import type { MailboxSettings } from '../../../src/mail/imap/mailbox_settings.ts'
import { login, type MailServer, type mailServers } from '../../support/mail_servers.ts'

export const log = { debug: () => {}, info: () => {}, warn: () => {} }

/** The cursor of a mailbox that was never read. */
export const START = { uidvalidity: null, uid: 0 }

/** The silence after which a server counts as gone, shortened for tests from half a minute. */
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

/** A handler that collects its messages. */
export function collect(into: ImapMessage[], verdict: 'seen' | 'untouched' = 'untouched') {
  return (message: ImapMessage) => {
    into.push(message)
    return Promise.resolve(verdict)
  }
}

/** Gives each test its own mail server, and ends the sessions that it opens. */
export function useMailServer({ start, absent }: (typeof mailServers)[number]) {
  let server: MailServer | undefined
  const open: ImapSession[] = []

  beforeEach(async (context) => {
    context.skip(absent !== null, absent ?? '')
    server = await start()
  })

  afterEach(async () => {
    await Promise.all(open.splice(0).map((each) => each.close()))
    if (absent === null) await server?.remove()
  })

  function running(): MailServer {
    if (server === undefined) throw new Error('no mail server is running')
    return server
  }

  async function session(changes: Partial<MailboxSettings> = {}, onNews = () => {}, onClose = () => {}) {
    const events = { onNews, onClose, log }
    const made = await ImapSession.connect(settingsOf(running().port, changes), events, silenceMs)
    open.push(made)
    return made
  }

  return { running, session }
}

import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ImapSession } from '../../../src/mail/imap/imap.ts'
import type { MailboxSettings } from '../../../src/mail/imap/mailbox_settings.ts'
import { type Dovecot, dovecotMissing, startDovecot } from '../../support/dovecot.ts'
import { log, mail, START, settingsOf, silenceMs } from './imap_fixture.ts'

const missing = dovecotMissing()
const trusted = getCACertificates('default')

// Without Dovecot, imap_connection.test.ts reports it, and fails in CI.
describe.skipIf(missing !== null)('an IMAP connection under TLS', () => {
  let server: Dovecot
  beforeAll(async () => {
    server = await startDovecot({ tls: true })
    server.deliver(mail('Chiffré'))
  })
  afterEach(() => setDefaultCACertificates(trusted))
  afterAll(() => server.remove())

  const port = (security: MailboxSettings['security']) =>
    security === 'tls' ? (server.tls?.port ?? 0) : server.port

  async function read(security: MailboxSettings['security']): Promise<string> {
    const settings = settingsOf(port(security), { security, user: server.user, password: server.password })
    const session = await ImapSession.connect(
      settings,
      { onNews: () => {}, onClose: () => {}, log },
      silenceMs,
    )
    try {
      let text = ''
      await session.readNew(START, async ({ raw }) => {
        text = raw.toString()
        return 'untouched'
      })
      return text
    } finally {
      await session.close()
    }
  }

  it.each(['tls', 'starttls'] as const)('refuses an untrusted certificate (%s)', async (security) => {
    await expect(read(security)).rejects.toMatchObject({ reason: 'protocol' })
  })

  it.each(['tls', 'starttls'] as const)('reads mail with a trusted certificate (%s)', async (security) => {
    setDefaultCACertificates([...trusted, server.tls?.certificate ?? ''])
    expect(await read(security)).toContain('Subject: Chiffré')
  })
})

describe.skipIf(missing !== null)('an IMAP connection that requires STARTTLS', () => {
  it('is not made in clear text when the server has none', async () => {
    const server = await startDovecot()
    try {
      const settings = settingsOf(server.port, {
        security: 'starttls',
        user: server.user,
        password: server.password,
      })
      const connecting = ImapSession.connect(
        settings,
        { onNews: () => {}, onClose: () => {}, log },
        silenceMs,
      )
      await expect(connecting).rejects.toMatchObject({ reason: 'protocol' })
    } finally {
      await server.remove()
    }
  })
})

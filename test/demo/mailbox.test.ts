import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Mailbox, startMailbox } from '../../src/demo/mailbox.ts'
import { ImapSession } from '../../src/mail/imap/imap.ts'
import type { ImapMessage } from '../../src/mail/imap/imap_cursor.ts'

const log = { debug: () => {}, info: () => {}, warn: () => {} }
const login = { host: '127.0.0.1', user: 'alarme', password: 'essai' }

describe('the built-in mailbox', () => {
  let directory: string
  let mailbox: Mailbox

  const start = (ports = { imapPort: 0, smtpPort: 0 }) => startMailbox({ ...login, ...ports, directory, log })

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'caserne-mailbox-'))
    mailbox = await start()
  })

  afterEach(async () => {
    await mailbox.close()
    rmSync(directory, { recursive: true })
  })

  async function everything(): Promise<ImapMessage[]> {
    const where = {
      ...login,
      port: mailbox.imapPort,
      security: 'none' as const,
      folder: 'INBOX',
      moveTo: null,
      senders: [],
    }
    const session = await ImapSession.connect(where, { onNews: () => {}, onClose: () => {}, log })
    const messages: ImapMessage[] = []
    await session.readNew({ uidvalidity: null, uid: 0 }, async (message) => {
      messages.push(message)
      return 'seen'
    })
    await session.close()
    return messages
  }

  const transport = () => createTransport({ host: '127.0.0.1', port: mailbox.smtpPort, secure: false })

  it('keeps messages, their UIDs, dates and UIDVALIDITY over a restart', async () => {
    mailbox.append(Buffer.from('Subject: A\r\n\r\nFeu\r\n'))
    mailbox.append(Buffer.from('Subject: B\r\n\r\nEau\r\n'))
    const before = await everything()
    await mailbox.close()
    mailbox = await start()
    expect(mailbox.append(Buffer.from('Subject: C\r\n\r\nGaz\r\n'))).toBe(3)
    const after = await everything()
    expect(after.slice(0, 2)).toEqual(before)
    expect(after.map(({ uid, raw }) => [uid, raw.toString()])).toEqual([
      [1, 'Subject: A\r\n\r\nFeu\r\n'],
      [2, 'Subject: B\r\n\r\nEau\r\n'],
      [3, 'Subject: C\r\n\r\nGaz\r\n'],
    ])
  })

  it('has a message on disk before its sender gets the answer', async () => {
    await transport().sendMail({ from: 'cet@example.org', to: 'x@example.org', subject: 'Feu', text: 'Feu' })
    expect(readdirSync(directory).sort()).toEqual(['1.eml', 'uidvalidity'])
  })

  it('delivers mail for any recipient to INBOX, with an attachment of 1 MB, byte for byte', async () => {
    const pdf = Buffer.alloc(1_000_000, '%PDF-1.7 \xe9\x00\xff', 'latin1')
    const sent = await transport().sendMail({
      from: 'CET <cet@example.org>',
      to: ['personne@nulle.part', 'autre@example.org'],
      subject: 'Feu bâtiment à Delémont',
      text: 'Voir la pièce jointe.',
      attachments: [{ filename: 'rapport.pdf', content: pdf }],
    })
    expect(sent.accepted).toEqual(['personne@nulle.part', 'autre@example.org'])
    const [message] = await everything()
    const base64 = message?.raw.toString('latin1').split('base64\r\n').at(-1)?.split('\r\n\r\n')[1]
    expect(Buffer.from(base64?.split('--')[0] ?? '', 'base64').equals(pdf)).toBe(true)
  })

  it('refuses a message over 30 MB and stays up', async () => {
    const huge = {
      from: 'cet@example.org',
      to: 'x@example.org',
      raw: `Subject: A\r\n\r\n${'x\r\n'.repeat(11_000_000)}`,
    }
    await expect(transport().sendMail(huge)).rejects.toMatchObject({ responseCode: 552 })
    expect(await everything()).toEqual([])
  })

  it('survives mails of thousands of nested parts', async () => {
    const nested = (head: (n: number) => string, tail: (n: number) => string) =>
      Array.from({ length: 5_000 }, (_, n) => head(n)).join('') +
      Array.from({ length: 5_000 }, (_, n) => tail(n)).join('')
    const multipart = nested(
      (n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
      (n) => `\r\n--b${4_999 - n}--\r\n`,
    )
    const forwarded = nested(
      () => 'Content-Type: message/rfc822\r\n\r\n',
      () => '',
    )
    for (const raw of [multipart, forwarded]) mailbox.append(Buffer.from(`Subject: A\r\n${raw}`))
    mailbox.append(Buffer.from('Subject: B\r\n\r\nFeu\r\n'))
    expect((await everything()).map(({ raw }) => raw.length)).toHaveLength(3)

    const socket = connect(mailbox.imapPort, '127.0.0.1')
    await once(socket, 'data')
    socket.write(
      'a LOGIN alarme essai\r\nb SELECT INBOX\r\nc FETCH 1:3 (BODYSTRUCTURE ENVELOPE BODY[1])\r\nd LOGOUT\r\n',
    )
    const answers = (await Array.fromAsync(socket)).join('')
    expect(answers).toContain('c OK')
    expect(answers.match(/^\* \d FETCH/gm)).toHaveLength(3)
  })

  it('survives clients that vanish in the middle of a command', async () => {
    for (const words of [
      'a LOGIN alarme essai\r\nb SELECT INBOX\r\nc IDLE\r\n',
      'a APPEND INBOX {1000}\r\nabc',
      '',
    ]) {
      const socket = connect(mailbox.imapPort, '127.0.0.1')
      await once(socket, 'data')
      socket.write(words)
      if (words) await once(socket, 'data')
      socket.resetAndDestroy()
      await once(socket, 'close')
    }
    mailbox.append(Buffer.from('Subject: A\r\n\r\nFeu\r\n'))
    expect(await everything()).toHaveLength(1)
  })

  it('names the port that is taken', async () => {
    const { imapPort, smtpPort } = mailbox
    await expect(start({ imapPort, smtpPort: 0 })).rejects.toMatchObject({
      code: 'EADDRINUSE',
      port: imapPort,
      message: expect.stringContaining(`IMAP sur 127.0.0.1:${imapPort} : le port est déjà pris`),
    })
    await expect(start({ imapPort: 0, smtpPort })).rejects.toMatchObject({
      code: 'EADDRINUSE',
      port: smtpPort,
    })
  })
})

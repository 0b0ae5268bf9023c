import { describe, expect, it } from 'vitest'
import type { ImapMessage } from '../../../src/mail/imap/imap_cursor.ts'
import type { ImapMarks } from '../../../src/mail/imap/mark_messages.ts'
import { mailServers, onlooker, seenFlags } from '../../support/mail_servers.ts'
import { collect, mail, START, useMailServer } from './imap_fixture.ts'

describe.each(mailServers)('reading by IMAP from $name', (kind) => {
  const { running, session } = useMailServer(kind)

  it('reads new messages in the order of their arrival', async () => {
    for (const subject of ['A', 'B', 'C']) running().deliver(mail(subject))
    const messages: ImapMessage[] = []
    const reading = await (await session()).readNew(START, collect(messages))
    expect(messages.map((each) => each.raw)).toEqual([mail('A'), mail('B'), mail('C')])
    expect(messages.map((each) => each.uid)).toEqual([1, 2, 3])
    expect(reading).toEqual({ uidvalidity: messages[0]?.uidvalidity, lastUid: 3, read: 3 })
    expect(Math.abs(Date.now() - Number(messages[0]?.internalDate))).toBeLessThan(60_000)
  })

  it('drops messages at or below the cursor, even the last one that the server always returns', async () => {
    running().deliver(mail('A'))
    const client = await session()
    const { uidvalidity } = await client.readNew(START, async () => 'untouched')
    const messages: ImapMessage[] = []
    expect(await client.readNew({ uidvalidity, uid: 1 }, collect(messages))).toMatchObject({
      lastUid: 1,
      read: 0,
    })
    running().deliver(mail('B'))
    expect(await client.readNew({ uidvalidity, uid: 1 }, collect(messages))).toMatchObject({
      lastUid: 2,
      read: 1,
    })
    expect(messages.map((each) => each.uid)).toEqual([2])
  })

  it('starts again from the beginning when UIDVALIDITY changes', async () => {
    running().deliver(mail('A'))
    const client = await session()
    const { uidvalidity } = await client.readNew(START, async () => 'untouched')
    const reading = await client.readNew(
      { uidvalidity: Number(uidvalidity) + 1, uid: 7 },
      async () => 'untouched',
    )
    expect(reading).toEqual({ uidvalidity, lastUid: 1, read: 1 })
  })

  it('flags a message as seen only after it was handled', async () => {
    running().deliver(mail('A'))
    let during: unknown
    const client = await session()
    await client.readNew(START, async () => {
      during = await seenFlags(running().port)
      return 'seen'
    })
    expect(during).toEqual([['A', false]])
    expect(await seenFlags(running().port)).toEqual([['A', true]])
  })

  it('leaves a message untouched on request, and when its handler fails', async () => {
    running().deliver(mail('A'))
    const client = await session()
    await client.readNew(START, async () => 'untouched')
    await expect(client.readNew(START, () => Promise.reject(new Error('full')))).rejects.toThrow('full')
    expect(await seenFlags(running().port)).toEqual([['A', false]])
  })

  it('moves a handled message to the configured folder', async () => {
    await onlooker(running().port, (client) => client.mailboxCreate('Traités'))
    for (const subject of ['A', 'B']) running().deliver(mail(subject))
    const client = await session({ moveTo: 'Traités' })
    await client.readNew(START, async ({ uid }) => (uid === 1 ? 'seen' : 'untouched'))
    expect(await seenFlags(running().port)).toEqual([['B', false]])
    expect(await seenFlags(running().port, 'Traités')).toEqual([['A', false]])
  })

  it('keeps a handled message that cannot be moved, and reports it', async () => {
    running().deliver(mail('A'))
    const client = await session({ moveTo: 'Nulle part' })
    const marks: ImapMarks[] = []
    const reading = await client.readNew(
      START,
      async () => 'seen',
      async (each) => void marks.push(each),
    )
    expect(reading).toMatchObject({ lastUid: 1, read: 1 })
    const refusal = `Le serveur de messagerie 127.0.0.1:${running().port} refuse de déplacer les messages lus vers « Nulle part » ; ils sont enregistrés.`
    expect(marks).toEqual([{ uidvalidity: reading.uidvalidity, uids: [1], refusal }])
  })

  it.each([null, 'Traités'])(
    'first marks the messages still to be marked, even if they are gone (folder %s)',
    async (moveTo) => {
      if (moveTo) await onlooker(running().port, (client) => client.mailboxCreate(moveTo))
      for (const subject of ['A', 'B', 'C']) running().deliver(mail(subject))
      const client = await session({ moveTo })
      const { uidvalidity } = await client.readNew(START, async () => 'untouched')
      await onlooker(running().port, (other) => other.messageDelete('2', { uid: true }))
      const marks: ImapMarks[] = []
      const note = async (each: ImapMarks) => void marks.push(each)
      await client.readNew({ uidvalidity, uid: 3, unmarked: [1, 2] }, async () => 'seen', note)
      expect(marks).toEqual([{ uidvalidity, uids: [1, 2], refusal: null }])
      const inbox = await seenFlags(running().port)
      expect(inbox).toEqual(
        moveTo
          ? [['C', false]]
          : [
              ['A', true],
              ['C', false],
            ],
      )
      await client.readNew({ uidvalidity: 1, uid: 3, unmarked: [3] }, async () => 'untouched', note)
      expect(marks).toHaveLength(1)
    },
  )

  it('skips a message that vanished between search and fetch', async () => {
    for (const subject of ['A', 'B', 'C']) running().deliver(mail(subject))
    const messages: ImapMessage[] = []
    const client = await session()
    const reading = await client.readNew(START, async (message) => {
      messages.push(message)
      if (message.uid === 1)
        await onlooker(running().port, (other) => other.messageDelete('2', { uid: true }))
      return 'seen'
    })
    expect(messages.map((each) => each.uid)).toEqual([1, 3])
    expect(reading).toMatchObject({ lastUid: 3, read: 2 })
  })

  it('returns every byte, including 8-bit bytes and long lines', async () => {
    const bytes = Buffer.from(
      Array.from({ length: 255 }, (_, i) => i + 1).filter((b) => b !== 10 && b !== 13),
    )
    const body = Buffer.concat(Array.from({ length: 4000 }, () => bytes))
    const raw = Buffer.concat([mail('Feu bâtiment, Delémont'), body, Buffer.from('\r\n')])
    running().deliver(raw)
    const messages: ImapMessage[] = []
    await (await session()).readNew(START, collect(messages))
    expect(messages[0]?.raw.equals(raw)).toBe(true)
  })
})

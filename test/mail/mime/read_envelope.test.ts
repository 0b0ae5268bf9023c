import { describe, expect, it } from 'vitest'
import { readEnvelope } from '../../../src/mail/mime/read_envelope.ts'

const read = (...lines: string[]) => readEnvelope(Buffer.from(lines.join('\r\n')))

describe('readEnvelope', () => {
  it('reads the header and ignores the body', async () => {
    const raw = [
      'From: =?UTF-8?Q?Centrale_d=E2=80=99alarme?= <CET@Alarme.example.org>',
      'Subject: =?UTF-8?Q?Feu_b=C3=A2timent?=',
      'Date: Sat, 14 Mar 2026 14:30:00 +0100 (CET)',
      'Message-ID: <1@alarme.example.org>',
      'Content-Type: multipart/mixed; boundary=x',
      '',
      'From: faux@example.org',
    ]
    expect(await read(...raw)).toEqual({
      messageId: '<1@alarme.example.org>',
      body: expect.stringMatching(/^[0-9a-f]{64}$/),
      from: 'cet@alarme.example.org',
      subject: 'Feu bâtiment',
      date: '2026-03-14T13:30:00.000Z',
      sha256: 'e7cac106679e9097c5dd332859c3a312b1f3d0788ddd33369d16f5583baf1038',
      size: 258,
    })
  })

  it('distinguishes a message delivered by another route by the lines after the header', async () => {
    const bodies = await Promise.all([
      read('From: a@b.ch', '', 'Un', '', 'Deux'),
      read('Received: by mx', 'From: a@b.ch', '', 'Un', '', 'Deux'),
      read('From: a@b.ch', '', 'Un', '', 'Trois'),
      read('From: a@b.ch'),
    ])
    expect(new Set(bodies.map(({ body }) => body)).size).toBe(3)
  })

  it('has no date when the header has no readable one', async () => {
    expect(await read('From: a@b.ch', 'Date: hier soir', '', '')).toMatchObject({
      from: 'a@b.ch',
      date: null,
    })
    expect(await read('Date: Mon, 1 Jan 12000 00:00:00 +0000', '', '')).toMatchObject({ date: null })
    expect(await read('From: a@b.ch', '', '')).toMatchObject({ date: null, messageId: null, subject: '' })
  })

  it('ignores a date without a zone, which would take that of this machine', async () => {
    expect(await read('Date: Sat, 14 Mar 2026 14:30:00', '', '')).toMatchObject({ date: null })
    expect(await read('Date: Sat, 14 Mar 2026 14:30:00 CET', '', '')).toMatchObject({ date: null })
    expect(await read('Date: alarme 12', '', '')).toMatchObject({ date: null })
    expect(await read('Date: 14 Mar 26 14:30 GMT (UTC)', '', '')).toMatchObject({
      date: '2026-03-14T14:30:00.000Z',
    })
    expect(await read('Date: 2026-03-14T14:30:00+01:00', '', '')).toMatchObject({
      date: '2026-03-14T13:30:00.000Z',
    })
  })

  it('reads a subject in raw bytes as UTF-8, otherwise in the Western encoding', async () => {
    const subject = (bytes: Buffer) =>
      readEnvelope(Buffer.concat([Buffer.from('Subject: '), bytes, Buffer.from('\r\n\r\n')]))
    expect(await subject(Buffer.from('Feu bâtiment'))).toMatchObject({ subject: 'Feu bâtiment' })
    expect(await subject(Buffer.from('Feu bâtiment', 'latin1'))).toMatchObject({ subject: 'Feu bâtiment' })
  })

  it('has no sender when the header names two', async () => {
    expect(await read('From: a@b.ch, c@d.ch', '', '')).toMatchObject({ from: null })
    expect(await read('From: a@b.ch', 'From: c@d.ch', '', '')).toMatchObject({ from: null })
    expect(await read('From: "a@b.ch" <c@d.ch>', '', '')).toMatchObject({ from: 'c@d.ch' })
  })

  it('drops characters that the database cannot store', async () => {
    expect(await read('Subject: =?UTF-8?Q?a=00b?=', '', '')).toMatchObject({ subject: 'a b' })
  })

  it.each([Buffer.alloc(0), Buffer.from([0, 1, 2, 255, 10]), Buffer.alloc(300_000, 'a')])(
    'survives garbage',
    async (raw) => {
      expect(await readEnvelope(raw)).toMatchObject({
        messageId: null,
        from: null,
        subject: '',
        date: null,
        size: raw.length,
      })
    },
  )
})

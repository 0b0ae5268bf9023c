import { describe, expect, it } from 'vitest'
import { base64, text } from '../corpus/letter.ts'
import { alarmOf, readLetter } from './read_letter.ts'

const body = "Type: Inondation\nAdresse: 2855 Glovelier, Rue de l'Église 4\nDescription: Œufs à côté – 5 €"
const read = {
  type: 'Inondation',
  adresse: "2855 Glovelier, Rue de l'Église 4",
  description: 'Œufs à côté – 5 €',
}

describe('bytes that are UTF-8 are read as UTF-8, whatever is declared', () => {
  it.each([
    ...['ansi_x3.4-1968', 'binary', 'gb2312', 'x-user-defined', 'us-ascii', 'iso-8859-1', 'iso-8859-15'],
    ...[
      'windows-1252',
      'utf-7',
      'utf-16',
      'utf-16le',
      'big5',
      'shift_jis',
      'koi8-r',
      'cp850',
      'macintosh',
      'nonsense',
      '',
    ],
  ])('"%s"', async (charset) => {
    expect(await alarmOf({ headers: text(charset), body })).toMatchObject(read)
    expect(await alarmOf({ headers: text(charset, 'base64'), body: base64(body) })).toMatchObject(read)
  })
})

describe('other bytes', () => {
  const western = 'Type: Inondation\nAdresse: 2855 Glovelier, Rue de l’Église 4'
  it.each(['iso-8859-1', 'windows-1252', 'binary', 'x-user-defined', 'ansi_x3.4-1968', 'nonsense', ''])(
    'that are windows-1252, declared as "%s"',
    async (charset) => {
      const bytes = Buffer.from(western.replace('’', '\x92'), 'latin1')
      expect(await alarmOf({ headers: text(charset), body: bytes })).toMatchObject({
        adresse: '2855 Glovelier, Rue de l’Église 4',
      })
    },
  )

  it.each(['utf-16', 'utf-16le', 'utf-16be', 'ucs-2'])(
    'that are ASCII, declared as "%s"',
    async (charset) => {
      const ascii = 'Type: Feu\nAdresse: 2854 Bassecourt, Rue 1'
      expect(await alarmOf({ headers: text(charset), body: ascii })).toMatchObject({
        adresse: '2854 Bassecourt, Rue 1',
      })
    },
  )

  it.each(['utf16le', 'utf-16'] as const)('that are what they say: %s', async (charset) => {
    const bytes = Buffer.from(`\ufeff${body}`, 'utf16le')
    expect(await alarmOf({ headers: text(charset, 'base64'), body: base64(bytes) })).toMatchObject(read)
  })

  it('that no charset explains are failed', async () => {
    const bytes = Buffer.from('\x8a\x9b\xff\x00\x01', 'latin1')
    expect(await readLetter({ headers: text('utf-8', 'base64'), body: base64(bytes) })).toMatchObject({
      etat: 'failed',
    })
  })
})

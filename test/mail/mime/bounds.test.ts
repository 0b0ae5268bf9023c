import { describe, expect, it } from 'vitest'
import { firstTags } from '../../../src/mail/mime/html_text.ts'
import { splitOwnText } from '../../../src/mail/mime/own_text.ts'
import { readMail } from '../../../src/mail/mime/read_mail.ts'
import { textFault } from '../../../src/mail/mime/text_fault.ts'
import { parseMessage } from '../../../src/mail/reading/parse_message.ts'
import { readMapLink } from '../../../src/mail/report/map_link.ts'
import { attachment, html, letter, multipart, plain } from '../corpus/letter.ts'

const MB = 1_000_000
const repeat = (unit: string, length = MB) => unit.repeat(Math.ceil(length / unit.length))
const tooLong = 'Le texte du message est trop long pour être lu en entier.'

// Without these bounds each text of a megabyte takes minutes.
describe('reading a mail is bounded', () => {
  it('in tags: 20,000 of an HTML body are read', async () => {
    const read = firstTags(repeat('<b>'))
    expect(read.split('<').length - 1).toBe(20_000)
    expect(firstTags('<p>x</p>')).toBe('<p>x</p>')
    expect(await parseMessage(letter('Alarme', html(repeat('<b>'))))).toMatchObject({
      etat: 'failed',
      raison: tooLong,
    })
  })

  it('in attached texts and messages: a hundred are read', async () => {
    const files = Array.from({ length: 300 }, (_, at) => attachment('text/plain', `${at}.txt`, `Texte ${at}`))
    const { enclosed } = await readMail(letter('Alarme', multipart('mixed', plain('Voir'), ...files)))
    expect(enclosed).toHaveLength(101)
    expect(enclosed.at(-1)?.unread).toBe('Le message a trop de textes joints pour qu’ils soient tous lus.')
  })

  it('in forwards of forwards: eight are read', () => {
    const forwarded = (times: number) =>
      splitOwnText(
        `${repeat('Bonjour\n---- Message transféré ----\n', times * 36)}Type: Feu`,
      ).forwarded.trim()
    expect(forwarded(3)).toBe('Type: Feu')
    expect(forwarded(20)).not.toContain('Type: Feu')
  })

  it('in links: a hundred are looked at, each to 2,000 characters', () => {
    const place = 'https://maps.google.com/?q=47.3,7.3'
    expect(readMapLink(`${'https://google.com/ '.repeat(99)}${place}`)).toEqual([47.3, 7.3])
    expect(readMapLink(`${'https://google.com/ '.repeat(100)}${place}`)).toBeNull()
    expect(readMapLink(repeat('https://google.com/dir/', 100_000))).toBeNull()
  })

  it('in beginnings of files within a text, which are looked for once', () => {
    expect(textFault(repeat('begin 644 a\n'), MB * 2)).toBeNull()
    expect(textFault(repeat('-----BEGIN A-----\n'), MB * 2)).toBeNull()
    expect(textFault('begin 644 a\nM0\nend\n', MB)).toMatch(/uuencode/)
    const signed = `-----BEGIN PGP SIGNATURE-----\n${'A'.repeat(64)}\n`.concat(
      `${'A'.repeat(64)}\n`.repeat(4),
    )
    expect(textFault(`${signed}-----END PGP SIGNATURE-----\n`, MB)).toBeNull()
    expect(textFault(signed, MB)).toMatch(/base64/)
  })
})

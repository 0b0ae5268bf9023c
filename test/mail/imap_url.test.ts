import { describe, expect, it } from 'vitest'
import { ImapUrl } from '../../src/mail/imap_url.ts'

describe('an IMAP address', () => {
  const read = (url: string) => ImapUrl.parse(url)
  const imaps = {
    host: 'mail.example.org',
    port: 993,
    security: 'tls',
    user: 'alarmes',
    password: 'secret',
    folder: 'INBOX',
  }

  it.each([
    ['imaps://alarmes:secret@mail.example.org', {}],
    ['imaps://alarmes:secret@mail.example.org/', {}],
    ['imaps://alarmes:secret@mail.example.org:1993', { port: 1993 }],
    ['imaps://alarmes:secret@mail.example.org/Alarmes', { folder: 'Alarmes' }],
    [
      'imaps://alarmes:secret@mail.example.org/Centrale/Alarmes%20r%C3%A9elles',
      { folder: 'Centrale/Alarmes réelles' },
    ],
    [
      'imaps://alarmes%40sis.example:p%3Aw%2F%40@mail.example.org',
      { user: 'alarmes@sis.example', password: 'p:w/@' },
    ],
    ['imaps://alarmes:secret@[::1]:993/INBOX', { host: '::1' }],
    ['imap://alarmes:secret@mail.example.org', { port: 143, security: 'starttls' }],
    ['imap://alarmes:secret@mail.example.org:1143/X', { port: 1143, security: 'starttls', folder: 'X' }],
    ['imap://alarmes:secret@mail.example.org?security=none', { port: 143, security: 'none' }],
    ['imaps://alarmes:secret@mail.example.org?security=none', { security: 'tls' }],
    ['imaps://alarmes@mail.example.org', { password: '' }],
  ])('is read: %s', (url, changes) => {
    expect(read(url)).toEqual({ ...imaps, ...changes })
  })

  it.each([
    ['https://a:b@mail.example.org', 'imaps://… ou imap://… est attendu'],
    ['imaps://a%0D%0AA1:b@mail.example.org', 'les caractères de contrôle ne sont pas permis'],
    ['imaps://a:b@mail.example.org/INBOX%0a', 'les caractères de contrôle ne sont pas permis'],
    ['imaps://mail.example.org', 'imaps://utilisateur:mot-de-passe@serveur/dossier'],
    ['imaps:alarmes', 'imaps://utilisateur:mot-de-passe@serveur/dossier'],
    ['imaps://alarmes:100%@mail.example.org', 'un % y est écrit %25'],
    ['mail.example.org', 'adresse illisible'],
  ])('is refused: %s', (url, message) => {
    expect(() => read(url)).toThrow(message)
  })

  it('does not show its password in the refusal', () => {
    for (const url of ['https://a:geheim@mail.example.org', 'imaps://a:geheim%@mail.example.org'])
      expect(ImapUrl.safeParse(url).error?.message).not.toContain('geheim')
  })
})

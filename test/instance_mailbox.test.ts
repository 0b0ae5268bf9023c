import { describe, expect, it } from 'vitest'
import { readImapUrl } from '../src/instance_mailbox.ts'

describe('readImapUrl', () => {
  const read = (url: string) => readImapUrl(url, ['cet@example.org'], undefined)
  const imaps = {
    host: 'mail.example.org',
    port: 993,
    security: 'tls',
    user: 'alarmes',
    password: 'secret',
    folder: 'INBOX',
    moveTo: null,
    senders: ['cet@example.org'],
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
  ])('reads %s', (url, changes) => {
    expect(read(url)).toEqual({ ...imaps, ...changes })
  })

  it('takes over the folder to move to and the senders', () => {
    expect(readImapUrl('imaps://a:b@c', ['x@y', 'z@y'], 'Traités')).toMatchObject({
      moveTo: 'Traités',
      senders: ['x@y', 'z@y'],
    })
  })

  it.each([
    ['https://a:b@mail.example.org', 'imaps:// ou imap:// est attendu'],
    ['imaps://mail.example.org', 'imaps://utilisateur:mot-de-passe@serveur/dossier'],
    ['imaps:alarmes', 'imaps://utilisateur:mot-de-passe@serveur/dossier'],
  ])('refuses %s', (url, message) => {
    expect(() => read(url)).toThrow(message)
  })

  it('does not show the password of an address that it refuses', () => {
    expect(() => read('https://a:geheim@mail.example.org')).not.toThrow('geheim')
  })
})

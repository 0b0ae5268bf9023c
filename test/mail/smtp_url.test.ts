import { describe, expect, it } from 'vitest'
import { SmtpUrl } from '../../src/mail/smtp_url.ts'

describe('an SMTP address', () => {
  const smtps = {
    host: 'mail.example.org',
    port: 465,
    security: 'tls',
    user: 'caserne',
    password: 'secret',
  }

  it.each([
    ['smtps://caserne:secret@mail.example.org', {}],
    ['smtps://caserne:secret@mail.example.org/', {}],
    ['smtps://caserne:secret@mail.example.org:1465', { port: 1465 }],
    [
      'smtps://caserne%40sis.example:p%3Aw%2F%40@mail.example.org',
      { user: 'caserne@sis.example', password: 'p:w/@' },
    ],
    ['smtps://caserne:secret@[::1]', { host: '::1' }],
    ['smtps://caserne:secret@mail.example.org?security=none', {}],
    ['smtp://caserne:secret@mail.example.org', { port: 587, security: 'starttls' }],
    ['smtp://caserne:secret@mail.example.org:25', { port: 25, security: 'starttls' }],
    [
      'smtp://127.0.0.1:25?security=none',
      { host: '127.0.0.1', port: 25, security: 'none', user: null, password: null },
    ],
    ['smtps://mail.example.org', { user: null, password: null }],
  ])('is read: %s', (url, changes) => {
    expect(SmtpUrl.parse(url)).toEqual({ ...smtps, ...changes })
  })

  it.each([
    ['mail.example.org', 'adresse illisible'],
    ['https://a:b@mail.example.org', 'smtps://… ou smtp://… est attendu'],
    ['smtps:caserne', 'smtps://utilisateur:mot-de-passe@serveur ou smtps://serveur est attendu'],
    ['smtps://caserne@mail.example.org', 'smtps://utilisateur:mot-de-passe@serveur ou'],
    ['smtps://:secret@mail.example.org', 'smtps://utilisateur:mot-de-passe@serveur ou'],
    ['smtps://caserne:100%@mail.example.org', 'un % y est écrit %25'],
  ])('is refused: %s', (url, message) => {
    expect(() => SmtpUrl.parse(url)).toThrow(message)
  })

  it('does not show its password in the refusal', () => {
    for (const url of [
      'https://a:geheim@mail.example.org',
      'smtps://a:geheim%@mail.example.org',
      'smtps://:geheim@x',
    ])
      expect(SmtpUrl.safeParse(url).error?.message).not.toContain('geheim')
  })
})

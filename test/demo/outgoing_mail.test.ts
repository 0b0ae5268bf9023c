import { expect, it, vi } from 'vitest'
import { announcement, outgoingMail } from '../../src/demo/outgoing_mail.ts'

const mailbox = { imapPort: 4143, smtpPort: 4025, append: () => 1, close: async () => undefined }

it('mails of the demo arrive in its mailbox', () => {
  const outgoing = outgoingMail(mailbox, 'Caserne <a@example.org>', { base: 'http://127.0.0.1:4001' }, true)
  expect(outgoing).toMatchObject({
    smtp: { host: '127.0.0.1', port: 4025, security: 'none', user: null, password: null },
    from: 'Caserne <a@example.org>',
    links: { base: 'http://127.0.0.1:4001' },
  })
})

it('prints the subject of a mail, and its link on a separate line', () => {
  const link = 'http://127.0.0.1:4001/reset-mdp?token=abc'
  const sent = { to: 'chef@example.org', subject: 'Réinitialisation de votre mot de passe', link }
  expect(announcement(sent)).toBe(
    '  Mail à chef@example.org : Réinitialisation de votre mot de passe\n  http://127.0.0.1:4001/reset-mdp?token=abc\n',
  )
})

it('hides the links when strangers may ask for mails', () => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const sent = {
    to: 'chef@example.org',
    subject: 'Réinitialisation',
    link: 'http://127.0.0.1:4001/reset-mdp?token=abc',
  }
  for (const showLinks of [true, false])
    outgoingMail(mailbox, 'a@example.org', { base: '' }, showLinks).announce?.(sent)
  const told = written.mock.calls.map(([text]) => String(text))
  written.mockRestore()
  expect(told.map((text) => text.includes('token=abc'))).toEqual([true, false])
  expect(told[1]).toBe('  Mail à chef@example.org : Réinitialisation\n')
})

it('prints a mail without link on one line, without control characters', () => {
  const sent = { to: 'a\u001b[2J@example.org', subject: 'Votre mot de passe a été changé', link: null }
  expect(announcement(sent)).toBe('  Mail à a [2J@example.org : Votre mot de passe a été changé\n')
})

import { expect, it } from 'vitest'
import type { MailboxSettings } from '../../../src/mail/imap/mailbox_settings.ts'
import { fromRow, toRow } from '../../../src/worker/releves/messagerie_row.ts'

const key = Buffer.alloc(32, 7).toString('base64')
const settings: MailboxSettings = {
  host: 'mail.example.org',
  port: 993,
  security: 'tls',
  user: 'alarmes',
  password: 'geheim',
  folder: 'INBOX',
  moveTo: 'Traités',
  senders: ['cet@example.org'],
}

it('becomes a row with French columns and a sealed password, and settings again', () => {
  const row = toRow(settings, key, 'hs')
  expect(row).toEqual({
    host: 'mail.example.org',
    port: 993,
    securite: 'tls',
    utilisateur: 'alarmes',
    mot_de_passe: expect.not.stringContaining('geheim'),
    dossier: 'INBOX',
    dossier_traite: 'Traités',
    expediteurs: ['cet@example.org'],
    lire_depuis: null,
  })
  expect(toRow({ ...settings, since: '2026-03-14T00:00:00Z' }, key, 'hs').lire_depuis).toBe(
    '2026-03-14T00:00:00Z',
  )
  expect(fromRow(row, key, 'hs')).toEqual(settings)
})

it('is a fault when its password was sealed with another key', () => {
  const other = Buffer.alloc(32, 8).toString('base64')
  expect(() => fromRow(toRow(settings, key, 'hs'), other, 'hs')).toThrow('MAILBOX_KEY a-t-elle changé ?')
})

import type { MailboxSettings } from './imap/mailbox_settings.ts'
import { mailServerUrl, serverOf } from './mail_server_url.ts'

/** The settings of a mailbox that its address holds; the others are separate. */
type ImapAddress = Omit<MailboxSettings, 'moveTo' | 'senders'>

/**
 * Reads `imaps://user:password@host[:993][/folder]` (TLS), `imap://…` (STARTTLS) or `imap://…?security=none`
 * (no encryption).
 */
export const ImapUrl = mailServerUrl(
  findFault,
  (url): ImapAddress => ({
    ...serverOf(url, { tls: 993, plain: 143 }),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    folder: decodeURIComponent(url.pathname.slice(1)) || 'INBOX',
  }),
)

function findFault({ protocol, hostname, username, pathname }: URL): string | null {
  if (/%([01][\da-f]|7f)/i.test(username + pathname)) return 'les caractères de contrôle ne sont pas permis'
  if (!['imaps:', 'imap:'].includes(protocol)) return 'imaps://… ou imap://… est attendu'
  return username && hostname ? null : 'imaps://utilisateur:mot-de-passe@serveur/dossier est attendu'
}

import { connectAsOwner, requireMigrated } from './db/migrate.ts'
import { seal } from './worker/mail/seal.ts'

/** The instance's own mailbox, which serves every SIS. */
export interface MailboxSettings {
  host: string
  port: number
  security: 'tls' | 'starttls' | 'none'
  user: string
  password: string
  folder: string
  moveTo: string | null
  /** Addresses whose mails are read. */
  senders: string[]
}

/**
 * Reads IMAP_URL: `imaps://user:password@host[:993][/folder]` (TLS), or `imap://…` with STARTTLS,
 * or `imap://…?security=none` in the clear.
 * @throws when a part is missing
 */
export function readImapUrl(text: string, senders: string[], moveTo: string | undefined): MailboxSettings {
  const url = new URL(text)
  const tls = url.protocol === 'imaps:'
  if (!tls && url.protocol !== 'imap:') throw new Error('IMAP_URL : imaps:// ou imap:// est attendu')
  if (!url.username || !url.hostname)
    throw new Error('IMAP_URL : imaps://utilisateur:mot-de-passe@serveur/dossier')
  return {
    // An IPv6 address stands in brackets in a URL, but not for a socket.
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || (tls ? 993 : 143),
    security: tls ? 'tls' : url.searchParams.get('security') === 'none' ? 'none' : 'starttls',
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    folder: decodeURIComponent(url.pathname.slice(1)) || 'INBOX',
    moveTo: moveTo ?? null,
    senders,
  }
}

/** Makes the instance's own mailbox what the settings say; its password is stored sealed. */
export async function setInstanceMailbox(adminUrl: string, box: MailboxSettings, key: string): Promise<void> {
  const client = await connectAsOwner(adminUrl)
  try {
    await requireMigrated(client)
    const row = {
      host: box.host,
      port: box.port,
      securite: box.security,
      utilisateur: box.user,
      dossier: box.folder,
      dossier_traite: box.moveTo,
      expediteurs: box.senders,
    }
    await client.query('select jobs.set_instance_messagerie($1, $2)', [
      JSON.stringify(row),
      seal(box.password, key),
    ])
  } finally {
    await client.end()
  }
}

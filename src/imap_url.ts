import { z } from 'zod'
import type { MailboxSettings } from './worker/mail/mailbox_settings.ts'

/** What an address says of a mailbox; the rest is settings of their own. */
export type ImapAddress = Omit<MailboxSettings, 'moveTo' | 'senders'>

/**
 * Reads `imaps://user:password@host[:993][/folder]` (TLS), or `imap://…` with STARTTLS, or `imap://…?security=none` in the
 * clear. What is wrong is said without the address, which holds a password.
 */
export const ImapUrl = z.string().transform((text, context): ImapAddress => {
  const url = URL.canParse(text) ? new URL(text) : null
  const fault = findFault(url)
  if (url === null || fault !== null) {
    context.addIssue({ code: 'custom', message: fault ?? '' })
    return z.NEVER
  }
  const tls = url.protocol === 'imaps:'
  return {
    // An IPv6 address stands in brackets in a URL, but not for a socket.
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || (tls ? 993 : 143),
    security: tls ? 'tls' : url.searchParams.get('security') === 'none' ? 'none' : 'starttls',
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    folder: decodeURIComponent(url.pathname.slice(1)) || 'INBOX',
  }
})

function findFault(url: URL | null): string | null {
  if (url === null) return 'adresse illisible'
  if (!['imaps:', 'imap:'].includes(url.protocol)) return 'imaps://… ou imap://… est attendu'
  if (!url.username || !url.hostname) return 'imaps://utilisateur:mot-de-passe@serveur/dossier est attendu'
  const parts = [url.username, url.password, url.pathname]
  return parts.every(isDecodable) ? null : 'adresse illisible : un % y est écrit %25'
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

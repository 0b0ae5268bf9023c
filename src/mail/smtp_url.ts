import { type MailServer, mailServerUrl, serverOf } from './mail_server_url.ts'

/** A mail server that sends mails. */
export interface SmtpAddress extends MailServer {
  /** null when the server needs no login. */
  user: string | null
  password: string | null
}

/**
 * Reads `smtps://user:password@host[:465]` (TLS), `smtp://…[:587]` (STARTTLS) or `smtp://…?security=none` (no
 * encryption). User and password may both be absent.
 */
export const SmtpUrl = mailServerUrl(
  findFault,
  (url): SmtpAddress => ({
    ...serverOf(url, { tls: 465, plain: 587 }),
    user: decodeURIComponent(url.username) || null,
    password: decodeURIComponent(url.password) || null,
  }),
)

function findFault({ protocol, hostname, username, password }: URL): string | null {
  if (!['smtps:', 'smtp:'].includes(protocol)) return 'smtps://… ou smtp://… est attendu'
  const complete = hostname && !username === !password
  return complete ? null : 'smtps://utilisateur:mot-de-passe@serveur ou smtps://serveur est attendu'
}

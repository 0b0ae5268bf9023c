import type { Task } from 'graphile-worker'
import type { Pool } from 'pg'
import { hashToken, newToken } from '../../auth/opaque_token.ts'
import { hasLink, type Links, linkOf } from '../../mail/mail_link.ts'
import type { SmtpAddress } from '../../mail/smtp_url.ts'
import { Mail } from './letters.ts'
import { mailPoster } from './post_mail.ts'

/** How to send mails. */
export interface Outgoing {
  smtp: SmtpAddress
  /** The sender: MAIL_FROM. */
  from: string
  links: Links
  /** Called with each mail that was sent. */
  announce?: ((sent: Sent) => void) | undefined
}

/** A mail that was sent. Its link holds a token: show it to those who try the demo, and never log it. */
export interface Sent {
  to: string
  subject: string
  link: string | null
}

/**
 * The task `send_mail`: writes and sends the mail of a job. The token of its link is made here, so that the
 * queue never holds it, and again at each attempt. All tokens stay valid, because a mail may have arrived
 * although its sending failed.
 * @throws errors of the database and of the mail server; the queue tries again.
 */
export function sendMail(pool: Pool, outgoing: Outgoing): Task {
  const post = mailPoster(outgoing)
  return async (payload, { job, abortSignal }) => {
    const token = newToken()
    const mail = await beginMail(pool, payload, token)
    if (mail === null) return
    const link = hasLink(mail.genre) ? linkOf(mail.genre, outgoing.links, token) : null
    const { subject } = await post(mail, link, job, abortSignal)
    outgoing.announce?.({ to: mail.email, subject, link })
  }
}

async function beginMail(pool: Pool, payload: unknown, token: string): Promise<Mail | null> {
  const { rows } = await pool.query('select jobs.begin_mail($1, $2) as mail', [
    JSON.stringify(payload),
    hashToken(token),
  ])
  return rows[0]?.mail == null ? null : Mail.parse(rows[0].mail)
}

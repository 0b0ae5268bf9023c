import type { Job, Task } from 'graphile-worker'
import addressparser from 'nodemailer/lib/addressparser'
import type { Pool } from 'pg'
import { hashToken, newToken } from '../../auth/opaque_token.ts'
import { hasLink, type Links, linkOf } from '../../mail/mail_link.ts'
import type { SmtpAddress } from '../../mail/smtp_url.ts'
import { type Step, traced } from '../../process/tracing.ts'
import { composeMail } from './compose_mail.ts'
import { Mail, personName } from './letters.ts'
import { transportTo, withoutLink } from './transport.ts'

/** How to send mails. */
export interface Outgoing {
  smtp: SmtpAddress
  /** The sender: MAIL_FROM. */
  from: string
  links: Links
  /** Called with each mail that was sent. */
  announce?: ((sent: Sent) => void) | undefined
}

/** A mail that was sent. Its link holds a token: show it to whoever tries the demo, and never log it. */
export interface Sent {
  to: string
  subject: string
  link: string | null
}

/**
 * The task `send_mail`: writes and sends the mail of a job. The token of its link is made here, so that the
 * queue never holds it, and anew at each attempt. All tokens stay valid, because a mail may have arrived
 * although its sending failed.
 * @throws errors of the database and of the mail server; the queue tries again.
 */
export function sendMail(pool: Pool, { smtp, from, links, announce }: Outgoing): Task {
  const transport = transportTo(smtp)
  const domain = domainOf(from)
  return async (payload, { job, abortSignal }) => {
    const token = newToken()
    const mail = await beginMail(pool, payload, token)
    if (mail === null) return
    const link = hasLink(mail.genre) ? linkOf(mail.genre, links, token) : null
    const composed = composeMail(mail, link)
    const step: Step = {
      name: 'smtp',
      kind: 'CLIENT',
      attributes: { 'server.address': smtp.host, 'caserne.genre': mail.genre },
    }
    await traced(step, () =>
      transport
        .sendMail({
          from,
          // Never a text, because a text might hold several addresses.
          to: { name: personName(mail.name) ?? '', address: mail.email },
          ...composed,
          messageId: messageId(mail, job, domain),
          headers: { 'Auto-Submitted': 'auto-generated' },
          xMailer: false,
          // When the worker ends, another worker soon gets the job, so this one must send nothing more.
          signal: abortSignal,
        })
        .catch((error: unknown) => {
          throw withoutLink(error)
        }),
    )
    announce?.({ to: mail.email, subject: composed.subject, link })
  }
}

async function beginMail(pool: Pool, payload: unknown, token: string): Promise<Mail | null> {
  const { rows } = await pool.query('select jobs.begin_mail($1, $2) as mail', [
    JSON.stringify(payload),
    hashToken(token),
  ])
  return rows[0]?.mail == null ? null : Mail.parse(rows[0].mail)
}

// The same at each attempt, so that a mail that arrived although its sending failed is one with the next. The
// time tells apart jobs of several databases with the same number.
function messageId({ genre }: Mail, { id, created_at }: Job, domain: string): string {
  return `<${genre}.${id}.${created_at.getTime()}@${domain}>`
}

function domainOf(from: string): string {
  const [sender] = addressparser(from, { flatten: true })
  return sender?.address.split('@').at(-1) || 'localhost'
}

import type { Job } from 'graphile-worker'
import addressparser from 'nodemailer/lib/addressparser'
import type { SmtpAddress } from '../../mail/smtp_url.ts'
import { type Step, traced } from '../../process/tracing.ts'
import { type Composed, composeMail } from './compose_mail.ts'
import { type Mail, personName } from './letters.ts'
import { transportTo, withoutLink } from './transport.ts'

/** Sends the mail of a job, and returns how it was written. @throws errors of the mail server, without the link */
type PostMail = (
  mail: Mail,
  link: string | null,
  job: Pick<Job, 'id' | 'created_at'>,
  signal: AbortSignal | undefined,
) => Promise<Composed>

/** Writes mails and sends them by the configured server. */
export function mailPoster({ smtp, from }: { smtp: SmtpAddress; from: string }): PostMail {
  const transport = transportTo(smtp)
  const domain = domainOf(from)
  return async (mail, link, job, signal) => {
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
          signal,
        })
        .catch((error: unknown) => {
          throw withoutLink(error)
        }),
    )
    return composed
  }
}

// The same at each attempt, so that a mail that arrived although its sending failed is one with the next. The
// time tells apart jobs of several databases with the same number.
function messageId(
  { genre }: Mail,
  { id, created_at }: Pick<Job, 'id' | 'created_at'>,
  domain: string,
): string {
  return `<${genre}.${id}.${created_at.getTime()}@${domain}>`
}

function domainOf(from: string): string {
  const [sender] = addressparser(from, { flatten: true })
  return sender?.address.split('@').at(-1) || 'localhost'
}

import type { Links } from '../mail/mail_link.ts'
import { oneLine } from '../worker/send/letters.ts'
import type { Outgoing, Sent } from '../worker/send/send_mail.ts'
import type { Mailbox } from './mailbox.ts'

/**
 * Delivers Caserne's mails to the built-in mailbox and announces each on the console.
 * @param showLinks whether the console shows the links of mails. A link opens an account, so it is hidden where strangers may ask
 *   for mails.
 */
export function outgoingMail(mailbox: Mailbox, from: string, links: Links, showLinks: boolean): Outgoing {
  const smtp = {
    host: '127.0.0.1',
    port: mailbox.smtpPort,
    security: 'none',
    user: null,
    password: null,
  } as const
  return {
    smtp,
    from,
    links,
    announce: (sent) => process.stdout.write(announcement(showLinks ? sent : { ...sent, link: null })),
  }
}

/** The line that the console shows for a mail. */
export function announcement({ to, subject, link }: Sent): string {
  return `  Mail à ${oneLine(to)} : ${oneLine(subject)}\n${link === null ? '' : `  ${link}\n`}`
}

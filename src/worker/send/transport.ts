import { createTransport } from 'nodemailer'
import { z } from 'zod'
import type { SmtpAddress } from '../../mail/smtp_url.ts'

/** Sends mails by a server, each over its own connection, so there is nothing to close. */
export function transportTo({ host, port, security, user, password }: SmtpAddress) {
  return createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(user === null ? {} : { auth: { user, pass: password ?? '' }, forceAuth: true }),
    dnsTimeout: 10_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

// nodemailer's description of a failure: the failed command and the server's answer.
const Fault = z
  .object({ code: z.string(), command: z.string(), response: z.string(), responseCode: z.int() })
  .partial()

/**
 * The error as the queue and the log may store it. A server that has read the mail may quote its link, with
 * the token. So from then on only the code of the answer is kept.
 */
export function withoutLink(error: unknown): unknown {
  const { code, command = '', response, responseCode } = Fault.safeParse(error).data ?? {}
  if (response === undefined || !['DATA', 'CONN'].includes(command)) return error
  return new Error(`Le serveur de messagerie a refusé le message (${responseCode ?? code})`)
}

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** An SMTP server for one test file, on loopback. */
export interface SmtpServer {
  port: number
  /** The received mails, unchanged. */
  received: Buffer[]
  stop(): Promise<void>
}

/**
 * The server's verdict on a received mail: undefined accepts it, a text is the error answer, `554 No`; or it
 * hangs up.
 */
export type Verdict = (mail: Buffer) => string | null | 'hang up'

/** Starts a server, without TLS or authentication unless the options say so. */
export async function startSmtp(
  options: SMTPServerOptions = {},
  judge: Verdict = () => null,
): Promise<SmtpServer> {
  const received: Buffer[] = []
  const server: SMTPServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 200,
    onData: (stream, session, answer) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const mail = Buffer.concat(chunks)
        received.push(mail)
        const verdict = judge(mail)
        if (verdict === 'hang up') return hangUp(server, session.id)
        const [, code, text] = /^(\d{3}) (.*)$/s.exec(verdict ?? '') ?? []
        answer(code === undefined ? null : Object.assign(new Error(text), { responseCode: Number(code) }))
      })
    },
    ...options,
  })
  // A client that disconnects without QUIT.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

function hangUp(server: SMTPServer, id: string): void {
  for (const connection of server.connections) if (connection.id === id) connection.close()
}

/**
 * Key and self-signed certificate (PEM) for 127.0.0.1, valid for a day. Needs openssl, which Dovecot's
 * package brings.
 */
export function makeCertificate(): { key: string; cert: string } {
  const directory = mkdtempSync(join(tmpdir(), 'caserne-certificate-'))
  const [key, cert] = [join(directory, 'key.pem'), join(directory, 'certificate.pem')]
  const name = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const options = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...name]
  execFileSync('openssl', [...options, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const made = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  rmSync(directory, { recursive: true })
  return made
}

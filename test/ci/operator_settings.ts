import { join } from 'node:path'
import { ALARM_CENTRE } from '../../src/demo/demo_alarme.ts'
import { passwords } from '../support/cluster_templates.ts'

type Ports = Record<'database' | 'pooler' | 'imap' | 'smtp' | 'auth', number>

/**
 * The settings of each kind of process, as docs/how-to/install.md has them: servers behind PgBouncer and a proxy on the
 * same machine, mail servers under TLS, and no process with more secrets than it needs.
 * @param directory keeps authorities.pem and the signing keys
 */
export function operatorSettings(
  directory: string,
  ports: Ports,
  mailbox: { user: string; password: string },
): Record<'auth' | 'data' | 'worker', Record<string, string>> {
  const login = (name: keyof typeof passwords, port: number) =>
    `postgres://caserne_${name}:${passwords[name]}@127.0.0.1:${port}/caserne`
  const all = {
    NODE_ENV: 'production',
    NODE_EXTRA_CA_CERTS: join(directory, 'authorities.pem'),
    DATA_DIR: join(directory, 'none'),
    LOG_LEVEL: 'info',
  }
  const server = { ...all, DATABASE_NAMED_STATEMENTS: 'false', TRUST_PROXY: '1' }
  // The mailboxes are on this machine.
  const key = { MAILBOX_KEY: Buffer.alloc(32, 7).toString('base64'), MAILBOX_PRIVATE_HOSTS: 'true' }
  return {
    auth: {
      ...server,
      AUTH_DATABASE_URL: login('auth', ports.pooler),
      AUTH_KEY_FILE: join(directory, 'keys/auth-keys.json'),
    },
    data: {
      ...server,
      ...key,
      API_DATABASE_URL: login('api', ports.pooler),
      AUTH_JWKS_URL: `http://127.0.0.1:${ports.auth}/.well-known/jwks.json`,
    },
    worker: {
      ...all,
      ...key,
      WORKER_DATABASE_URL: login('worker', ports.database),
      IMAP_URL: `imaps://${mailbox.user}:${mailbox.password}@127.0.0.1:${ports.imap}/INBOX`,
      IMAP_SENDERS: ALARM_CENTRE,
      SMTP_URL: `smtps://caserne:geheim@127.0.0.1:${ports.smtp}`,
      MAIL_FROM: 'Caserne <caserne@feu.example.ch>',
      AUTH_URL: 'https://comptes.feu.example.ch',
    },
  }
}

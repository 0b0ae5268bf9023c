import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { ALARM_CENTRE } from '../../src/demo/demo_alarme.ts'
import { seal } from '../../src/mail/seal.ts'
import { login } from '../support/mail_servers.ts'
import { type Program, runProgram } from '../support/program.ts'

/** MAILBOX_KEY of every worker here. */
export const mailboxKey = randomBytes(32).toString('base64')

/** The deadline for the slowest permitted recovery. */
export const withinAMinute = { timeout: 60_000, interval: 50 }

/**
 * Starts a worker as a separate program, as in production. @param port of the mail server whose account is
 * the instance's mailbox; absent: the instance has none.
 */
export function startWorkerProgram(url: string, port?: number): Program {
  const mailbox: Record<string, string> =
    port === undefined
      ? {}
      : {
          IMAP_URL: `imap://${login.user}:${login.password}@127.0.0.1:${port}/INBOX?security=none`,
          IMAP_SENDERS: ALARM_CENTRE,
        }
  const env = { WORKER_DATABASE_URL: url, MAILBOX_KEY: mailboxKey, MAILBOX_PRIVATE_HOSTS: 'true' }
  return runProgram(['worker'], { ...env, ...mailbox })
}

/** The same, but with a lease of three seconds. It reads the mailboxes that are configured. */
export function startShortLeaseWorker(url: string): Program {
  return runProgram([url, mailboxKey, '3000', '1000'], {}, { script: 'test/faults/short_lease_worker.ts' })
}

/** Gives hs a mailbox for each of these users of a mail server. @param admin superuser. */
export async function addMailboxes(admin: pg.Client, port: number, users: string[]): Promise<void> {
  const place = { sis: 'hs', host: '127.0.0.1', port, security: 'none' }
  const sealed = (user: string) => seal(login.password, mailboxKey, { ...place, user })
  await admin.query(
    `insert into app.messageries (sis_key, host, port, securite, utilisateur, mot_de_passe, expediteurs)
     select 'hs', '127.0.0.1', $1, 'none', u, p, array[$2] from unnest($3::text[], $4::bytea[]) as each (u, p)`,
    [port, ALARM_CENTRE, users, users.map(sealed)],
  )
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ImapFlow } from 'imapflow'
import { startMailbox } from '../../src/demo/mailbox.ts'
import { dovecotMissing, startDovecot } from './dovecot.ts'

/** An IMAP server for one test file, on loopback. */
export interface MailServer {
  port: number
  /** Puts a message into INBOX unchanged. */
  deliver(raw: Buffer): unknown
  /** Ends the server; its mail and port stay for `restart`. */
  stop(): Promise<void>
  restart(): Promise<void>
  /** Ends the server and removes its mail. */
  remove(): Promise<void>
}

/** The account of every test mailbox. */
export const login = { user: 'alarme', password: 'essai' }

const log = { info: () => {}, warn: () => {} }
const missing = dovecotMissing()
if (missing) process.stderr.write(`\n!!! The IMAP tests do NOT run against Dovecot: ${missing}\n\n`)

const servers: { name: string; start: () => Promise<MailServer>; absent: string | null }[] = [
  { name: 'the built-in mailbox', start: startBuiltIn, absent: null },
  { name: missing ? `Dovecot (skipped: ${missing})` : 'Dovecot', start: startDovecot, absent: missing },
]

/** For describe.each: each server, how to start it, and why it cannot run here (null: it can). */
export const bothMailServers = servers

/** The demo's own mailbox replaces Dovecot where Dovecot is not installed. */
export const mailServers = missing ? servers : servers.slice(1)

async function startBuiltIn(): Promise<MailServer> {
  const directory = mkdtempSync(join(tmpdir(), 'caserne-mailbox-'))
  const start = (imapPort: number) =>
    startMailbox({ host: '127.0.0.1', imapPort, smtpPort: 0, directory, ...login, log })
  let mailbox = await start(0)
  const port = mailbox.imapPort
  let stopped = false
  const stop = async () => {
    if (!stopped) await mailbox.close()
    stopped = true
  }
  return {
    port,
    deliver: (raw) => mailbox.append(raw),
    stop,
    restart: async () => {
      mailbox = await start(port)
      stopped = false
    },
    remove: async () => {
      await stop()
      rmSync(directory, { recursive: true })
    },
  }
}

/** A second client of a folder, to see and do things that our client must not. */
export async function onlooker<T>(
  port: number,
  work: (client: ImapFlow) => Promise<T>,
  folder = 'INBOX',
): Promise<T> {
  const auth = { user: login.user, pass: login.password }
  const client = new ImapFlow({ host: '127.0.0.1', port, secure: false, auth, logger: false })
  await client.connect()
  await client.mailboxOpen(folder)
  const result = await work(client)
  await client.logout()
  return result
}

/** The messages of a folder: subject, and whether they are flagged `\Seen`. */
export function seenFlags(port: number, folder?: string): Promise<[string | undefined, boolean][]> {
  return onlooker(
    port,
    async (client) => {
      const messages = await client.fetchAll('1:*', { uid: true, flags: true, envelope: true })
      return messages.map((each) => [each.envelope?.subject, each.flags?.has('\\Seen') === true])
    },
    folder,
  )
}

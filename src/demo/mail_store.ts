import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { ImapServer, Message } from 'hoodiecrow-imap'

/** The UIDVALIDITY of the directory: the second it was first used, kept beside the mail. */
export function uidvalidityOf(directory: string): number {
  const path = join(directory, 'uidvalidity')
  try {
    return Number(readFileSync(path, 'utf8'))
  } catch {
    const uidvalidity = Math.floor(Date.now() / 1000)
    writeDurably(directory, 'uidvalidity', Buffer.from(`${uidvalidity}\n`))
    return uidvalidity
  }
}

/** The messages of the directory, in order of UID. */
export function storedIn(directory: string): Message[] {
  const uids = readdirSync(directory).map((name) => Number(/^(\d+)\.eml$/.exec(name)?.[1] ?? 0))
  return uids
    .filter((uid) => uid > 0)
    .sort((a, b) => a - b)
    .map((uid) => {
      const path = join(directory, `${uid}.eml`)
      return onDisk({ uid, flags: [], internaldate: imapDate(statSync(path).mtime), raw: '' }, path)
    })
}

// Reads the content when asked for it, so that years of reports do not stay in memory.
function onDisk(message: Message, path: string): Message {
  return Object.defineProperty(message, 'raw', { get: () => readFileSync(path, 'latin1'), enumerable: true })
}

/** Every message that enters INBOX by any door (SMTP, APPEND, COPY, MOVE) passes the message handlers. */
export function keepOnDisk(directory: string) {
  return (server: ImapServer) => {
    server.messageHandlers.push((_server, message, folder) => {
      if (folder.path !== 'INBOX' || Object.getOwnPropertyDescriptor(message, 'raw')?.get) return
      try {
        writeDurably(directory, `${message.uid}.eml`, Buffer.from(message.raw, 'latin1'))
      } catch (error) {
        folder.messages.splice(folder.messages.indexOf(message), 1)
        throw error
      }
      onDisk(message, join(directory, `${message.uid}.eml`))
    })
  }
}

// Temporary file, fsync, rename, fsync of the directory: after a crash a message is there whole or not at all.
function writeDurably(directory: string, name: string, content: Buffer): void {
  const temporary = join(directory, `${name}.tmp`)
  const file = openSync(temporary, 'w', 0o600)
  try {
    for (let written = 0; written < content.length; ) written += writeSync(file, content, written)
    fsyncSync(file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
  renameSync(temporary, join(directory, name))
  const parent = openSync(directory, 'r')
  fsyncSync(parent)
  closeSync(parent)
}

/** RFC 3501 date-time, in UTC: hoodiecrow's own is wrong in zones of half an hour. */
export function imapDate(date: Date): string {
  const [, day, month, year, time] = date.toUTCString().split(' ')
  return `${day}-${month}-${year} ${time} +0000`
}

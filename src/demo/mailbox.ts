import { mkdirSync } from 'node:fs'
import type { AddressInfo, Server, Socket } from 'node:net'
import hoodiecrow, { type Command, type FetchHandler, type ImapServer } from 'hoodiecrow-imap'
import fetchHandlers from 'hoodiecrow-imap/lib/commands/handlers/fetch.js'
import type { Logger } from 'pino'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import { boundParts } from './bound_parts.ts'
import { imapDate, keepOnDisk, storedIn, uidvalidityOf } from './mail_store.ts'

/** Port 0 takes a free port. `directory` holds the mail and is made when absent. */
interface MailboxOptions {
  host: string
  imapPort: number
  smtpPort: number
  directory: string
  user: string
  password: string
  log: Pick<Logger, 'info' | 'warn'>
}

/** The running mailbox, with the ports it really listens on. */
export interface Mailbox {
  imapPort: number
  smtpPort: number
  /** Puts a message into INBOX, byte for byte. It is on disk when this returns its UID. */
  append: (raw: Buffer) => number
  close: () => Promise<void>
}

// Bytes.
const SIZE_LIMIT = 30 * 1024 * 1024
const PLUGINS = [
  'UIDPLUS',
  'MOVE',
  'ID',
  'NAMESPACE',
  'ENABLE',
  'LITERALPLUS',
  'UNSELECT',
  'SASL-IR',
  'AUTH-PLAIN',
]

/**
 * The mailbox of the default start and of the tests: IMAP by hoodiecrow, SMTP by smtp-server. Every mail lands in INBOX,
 * whatever its recipient. It has no TLS and takes any sender, so it serves demonstrations only.
 *
 * A message is a file, `<uid>.eml`, written to disk before the sender gets an answer. UIDs and UIDVALIDITY survive a kill -9.
 * Flags and other folders live in memory: after a restart all mail is in INBOX again, unread.
 *
 * @throws {Error} with code EADDRINUSE, and the port in its message, when a port is taken.
 */
export async function startMailbox(options: MailboxOptions): Promise<Mailbox> {
  const { host, directory, user, password, log } = options
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const imap = hoodiecrow({
    plugins: [...PLUGINS, idle, keepOnDisk(directory), boundParts, sendWhole],
    users: { [user]: { password } },
    storage: { INBOX: { uidvalidity: uidvalidityOf(directory), messages: storedIn(directory) }, '': {} },
    id: { name: 'caserne-demo' },
  })
  // Each connection adds a listener; more than ten would log a warning.
  imap.setMaxListeners(0)
  const append = (raw: Buffer) =>
    imap.appendMessage('INBOX', [], imapDate(new Date()), raw.toString('latin1')).message.uid
  const smtp = smtpServer(append, log)

  for (const server of [smtp, imap.server]) {
    server.on('error', (error: Error) => log.warn({ reason: error.message }, 'demo mailbox error'))
  }
  const hangUp = hangUpOf(imap.server)
  const imapPort = await listen(imap.server, options.imapPort, host, 'IMAP')
  const smtpPort = await listen(smtp.server, options.smtpPort, host, 'SMTP').catch((error: unknown) => {
    imap.server.close()
    throw error
  })
  const close = async () => {
    hangUp()
    await Promise.all([closed(imap.server), new Promise<void>((resolve) => smtp.close(() => resolve()))])
  }
  return { imapPort, smtpPort, append, close }
}

// Replaces hoodiecrow's IDLE, whose half-hour timer outlives its client and keeps the process alive.
function idle(server: ImapServer): void {
  server.registerCapability('IDLE')
  const handler: Command = (connection, parsed, data, done) => {
    connection.directNotifications = true
    connection.inputHandler = () => {
      connection.inputHandler = false
      connection.directNotifications = false
      const attributes = [{ type: 'TEXT', value: 'IDLE terminated' }]
      connection.send({ tag: parsed.tag, command: 'OK', attributes }, 'IDLE', parsed, data)
      done()
    }
    connection.socket?.write('+ idling\r\n')
    connection.processNotifications()
  }
  server.setCommandHandler('IDLE', handler)
}

// Sends a message, or its beginning, unparsed: hoodiecrow would parse it first and keep the parts in memory.
function sendWhole(server: ImapServer): void {
  for (const name of ['BODY', 'BODY.PEEK']) {
    const parse = fetchHandlers[name]
    const handler: FetchHandler = (connection, message, query) => {
      const { section, partial } = query
      if (section?.length !== 0) return parse?.(connection, message, query)
      if (!partial) return { type: 'LITERAL', value: message.raw }
      const [start = 0, length = 0] = partial
      // The answer names only where it starts (RFC 3501, 7.4.2).
      partial.length = 1
      return { type: 'LITERAL', value: message.raw.slice(start, start + length) }
    }
    server.fetchHandlers[name] = handler
  }
}

function smtpServer(append: (raw: Buffer) => number, log: MailboxOptions['log']): SMTPServer {
  const onData = (stream: SMTPServerDataStream, answer: (error?: Error | null) => void) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => {
      if (!stream.sizeExceeded) chunks.push(chunk)
    })
    stream.on('end', () => {
      if (stream.sizeExceeded)
        return answer(Object.assign(new Error('Message too big'), { responseCode: 552 }))
      try {
        log.info({ uid: append(Buffer.concat(chunks)) }, 'demo mailbox received a message')
        answer()
      } catch (error) {
        log.warn({ reason: String(error) }, 'demo mailbox could not store a message')
        answer(Object.assign(new Error('Not stored'), { responseCode: 451 }))
      }
    })
  }
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: SIZE_LIMIT,
    closeTimeout: 200,
    onData: (stream, _session, answer) => onData(stream, answer),
  })
}

async function listen(server: Server, port: number, host: string, protocol: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE'
      const message = `La messagerie de la démo ne peut pas écouter en ${protocol} sur ${host}:${port}`
      const reason = taken ? 'le port est déjà pris' : error.message
      reject(Object.assign(new Error(`${message} : ${reason}`), { code: error.code, port }))
    })
    server.listen(port, host, resolve)
  })
  return (server.address() as AddressInfo).port
}

// Returns a function that cuts every connection. close() alone would wait for clients in IDLE.
function hangUpOf(server: Server): () => void {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    // hoodiecrow writes line by line, and Nagle's algorithm would delay every answer by 40 ms.
    socket.setNoDelay(true)
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return () => {
    for (const socket of sockets) socket.destroy()
  }
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}

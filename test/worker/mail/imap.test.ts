import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ImapFlow } from 'imapflow'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startMailbox } from '../../../src/demo/mailbox.ts'
import { type ImapConfig, type ImapMessage, ImapSession } from '../../../src/worker/mail/imap.ts'
import { dovecotMissing, startDovecot } from '../../support/dovecot.ts'

type Server = {
  port: number
  deliver: (raw: Buffer) => unknown
  stop: () => Promise<void>
  remove: () => Promise<void>
}

const log = { debug: () => {}, info: () => {}, warn: () => {} }
const missing = dovecotMissing()
if (missing) process.stderr.write(`\n!!! The IMAP tests do NOT run against Dovecot: ${missing}\n\n`)

async function builtIn(): Promise<Server> {
  const directory = mkdtempSync(join(tmpdir(), 'caserne-mailbox-'))
  const options = {
    host: '127.0.0.1',
    imapPort: 0,
    smtpPort: 0,
    directory,
    user: 'alarme',
    password: 'essai',
    log,
  }
  const mailbox = await startMailbox(options)
  const remove = async () => {
    await mailbox.close()
    rmSync(directory, { recursive: true })
  }
  return { port: mailbox.imapPort, deliver: mailbox.append, stop: mailbox.close, remove }
}

function configOf(port: number, changes: Partial<ImapConfig> = {}): ImapConfig {
  const where = { host: '127.0.0.1', port, security: 'none' as const, folder: 'INBOX', moveTo: null }
  return { ...where, user: 'alarme', password: 'essai', timeout: 5000, ...changes }
}

function mail(subject: string, body = 'Alarme.'): Buffer {
  return Buffer.from(`From: cet@example.org\r\nSubject: ${subject}\r\n\r\n${body}\r\n`)
}

/** An event that the test awaits. */
function signal(): { happened: Promise<void>; happen: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { happened: promise, happen: resolve }
}

const START = { uidvalidity: null, uid: 0 }

it('has Dovecot to run against, always so in CI', (context) => {
  if (!process.env.CI) context.skip(missing !== null, missing ?? '')
  expect(missing).toBeNull()
})

const servers = [
  { name: 'the built-in mailbox', start: builtIn, absent: null },
  {
    name: missing ? `Dovecot (skipped: ${missing})` : 'Dovecot',
    start: startDovecot as () => Promise<Server>,
    absent: missing,
  },
]

describe.each(servers)('an IMAP session with $name', ({ start, absent }) => {
  let server: Server
  const open: { close(): Promise<void> }[] = []

  beforeEach(async (context) => {
    context.skip(absent !== null, absent ?? '')
    server = await start()
  })

  afterEach(async () => {
    await Promise.all(open.splice(0).map((each) => each.close()))
    if (absent === null) await server.remove()
  })

  async function session(changes: Partial<ImapConfig> = {}, onNews = () => {}, onClose = () => {}) {
    const made = await ImapSession.connect(configOf(server.port, changes), { onNews, onClose, log })
    open.push(made)
    return made
  }

  /** Another client, to see and do what ours must not. */
  async function onlooker<T>(work: (client: ImapFlow) => Promise<T>, folder = 'INBOX'): Promise<T> {
    const auth = { user: 'alarme', pass: 'essai' }
    const client = new ImapFlow({ host: '127.0.0.1', port: server.port, secure: false, auth, logger: false })
    await client.connect()
    await client.mailboxOpen(folder)
    const result = await work(client)
    await client.logout()
    return result
  }

  const flags = (folder?: string) =>
    onlooker(async (client) => {
      const messages = await client.fetchAll('1:*', { uid: true, flags: true, envelope: true })
      return messages.map((each) => [each.envelope?.subject, each.flags?.has('\\Seen')])
    }, folder)

  const collect =
    (into: ImapMessage[], verdict: 'seen' | 'untouched' = 'untouched') =>
    (message: ImapMessage) => {
      into.push(message)
      return Promise.resolve(verdict)
    }

  it('reads new messages in the order of their arrival', async () => {
    for (const subject of ['A', 'B', 'C']) server.deliver(mail(subject))
    const messages: ImapMessage[] = []
    const reading = await (await session()).readNew(START, collect(messages))
    expect(messages.map((each) => each.raw)).toEqual([mail('A'), mail('B'), mail('C')])
    expect(messages.map((each) => each.uid)).toEqual([1, 2, 3])
    expect(reading).toEqual({ uidvalidity: messages[0]?.uidvalidity, lastUid: 3, read: 3 })
    expect(Math.abs(Date.now() - Number(messages[0]?.internalDate))).toBeLessThan(60_000)
  })

  it('drops messages at or below the cursor, even the last one that the server always returns', async () => {
    server.deliver(mail('A'))
    const client = await session()
    const { uidvalidity } = await client.readNew(START, async () => 'untouched')
    const messages: ImapMessage[] = []
    expect(await client.readNew({ uidvalidity, uid: 1 }, collect(messages))).toMatchObject({
      lastUid: 1,
      read: 0,
    })
    server.deliver(mail('B'))
    expect(await client.readNew({ uidvalidity, uid: 1 }, collect(messages))).toMatchObject({
      lastUid: 2,
      read: 1,
    })
    expect(messages.map((each) => each.uid)).toEqual([2])
  })

  it('starts again from the beginning when UIDVALIDITY is another', async () => {
    server.deliver(mail('A'))
    const client = await session()
    const { uidvalidity } = await client.readNew(START, async () => 'untouched')
    const reading = await client.readNew(
      { uidvalidity: Number(uidvalidity) + 1, uid: 7 },
      async () => 'untouched',
    )
    expect(reading).toEqual({ uidvalidity, lastUid: 1, read: 1 })
  })

  it('flags a message as seen only after it was handled', async () => {
    server.deliver(mail('A'))
    let during: unknown
    const client = await session()
    await client.readNew(START, async () => {
      during = await flags()
      return 'seen'
    })
    expect(during).toEqual([['A', false]])
    expect(await flags()).toEqual([['A', true]])
  })

  it('leaves a message untouched when told so, or when its handler fails', async () => {
    server.deliver(mail('A'))
    const client = await session()
    await client.readNew(START, async () => 'untouched')
    await expect(client.readNew(START, () => Promise.reject(new Error('full')))).rejects.toThrow('full')
    expect(await flags()).toEqual([['A', false]])
  })

  it('moves a handled message to the configured folder', async () => {
    await onlooker((client) => client.mailboxCreate('Traités'))
    for (const subject of ['A', 'B']) server.deliver(mail(subject))
    const client = await session({ moveTo: 'Traités' })
    await client.readNew(START, async ({ uid }) => (uid === 1 ? 'seen' : 'untouched'))
    expect(await flags()).toEqual([['B', false]])
    expect(await flags('Traités')).toEqual([['A', false]])
  })

  it('keeps what was read when the message cannot be moved', async () => {
    server.deliver(mail('A'))
    const client = await session({ moveTo: 'Nulle part' })
    expect(await client.readNew(START, async () => 'seen')).toMatchObject({ lastUid: 1, read: 1 })
  })

  it('announces new mail while idle within two seconds, again and again', async () => {
    let news = signal()
    const client = await session({}, () => news.happen())
    for (const uid of [1, 2]) {
      const since = Date.now()
      server.deliver(mail('A'))
      await news.happened
      expect(Date.now() - since).toBeLessThan(2000)
      news = signal()
      expect(await client.readNew(START, async () => 'untouched')).toMatchObject({ lastUid: uid })
    }
  })

  it('announces mail that arrives while it reads', async () => {
    const news = signal()
    server.deliver(mail('A'))
    const client = await session({}, news.happen)
    const { uidvalidity, lastUid } = await client.readNew(START, async () => {
      server.deliver(mail('B'))
      return 'seen'
    })
    await news.happened
    expect(await client.readNew({ uidvalidity, uid: lastUid }, async () => 'seen')).toMatchObject({
      lastUid: 2,
    })
  })

  it('passes over a message that vanished between search and fetch', async () => {
    for (const subject of ['A', 'B', 'C']) server.deliver(mail(subject))
    const messages: ImapMessage[] = []
    const client = await session()
    const reading = await client.readNew(START, async (message) => {
      messages.push(message)
      if (message.uid === 1) await onlooker((other) => other.messageDelete('2', { uid: true }))
      return 'seen'
    })
    expect(messages.map((each) => each.uid)).toEqual([1, 3])
    expect(reading).toMatchObject({ lastUid: 3, read: 2 })
  })

  it('brings every byte, 8-bit and long lines included', async () => {
    const bytes = Buffer.from(
      Array.from({ length: 255 }, (_, i) => i + 1).filter((b) => b !== 10 && b !== 13),
    )
    const body = Buffer.concat(Array.from({ length: 4000 }, () => bytes))
    const raw = Buffer.concat([mail('Feu bâtiment, Delémont'), body, Buffer.from('\r\n')])
    server.deliver(raw)
    const messages: ImapMessage[] = []
    await (await session()).readNew(START, collect(messages))
    expect(messages[0]?.raw.equals(raw)).toBe(true)
  })

  it('tells wrong credentials from an unreachable server, without showing the password', async () => {
    const refused = session({ password: 'faux-mot-de-passe' })
    await expect(refused).rejects.toMatchObject({ name: 'ImapError', reason: 'credentials' })
    await expect(refused).rejects.not.toThrow('faux-mot-de-passe')
    await server.stop()
    await expect(session()).rejects.toMatchObject({ reason: 'unreachable' })
  })

  it('names a folder that does not exist', async () => {
    await expect(session({ folder: 'Absent' })).rejects.toMatchObject({ reason: 'folder' })
  })

  it('tells once that the connection is gone, and fails to read instead of finding nothing', async () => {
    const gone = signal()
    let times = 0
    const client = await session({}, undefined, () => {
      times += 1
      gone.happen()
    })
    await server.stop()
    await gone.happened
    await expect(client.readNew(START, async () => 'seen')).rejects.toMatchObject({ reason: 'unreachable' })
    await client.close()
    await client.close()
    expect(times).toBe(1)
  })

  it('does not take the rest for vanished when the connection goes while a message is handled', async () => {
    for (const subject of ['A', 'B']) server.deliver(mail(subject))
    const gone = signal()
    const client = await session({}, undefined, gone.happen)
    const reading = client.readNew(START, async () => {
      await server.stop()
      await gone.happened
      return 'seen'
    })
    await expect(reading).rejects.toMatchObject({ reason: 'unreachable' })
  })
})

describe('an IMAP session with a server that hangs', () => {
  const sockets = new Set<Socket>()
  /** Answers the commands up to the one named, then accepts everything and says nothing. */
  async function hanging(until: string): Promise<{ port: number; close: () => void }> {
    const answers: Record<string, string> = {
      CAPABILITY: '* CAPABILITY IMAP4rev1 IDLE\r\n',
      SELECT: '* 1 EXISTS\r\n* OK [UIDVALIDITY 9] ok\r\n',
      LIST: '* LIST () "/" INBOX\r\n',
      LSUB: '',
      LOGIN: '',
      NAMESPACE: '',
      NOOP: '',
    }
    const server = createServer((socket) => {
      sockets.add(socket)
      let idle = ''
      let silent = until === 'GREETING'
      if (!silent) socket.write('* OK ready\r\n')
      socket.on('error', () => {})
      socket.on('data', (data) => {
        for (const line of data.toString().split('\r\n').filter(Boolean)) {
          const [tag = '', command = '', second = ''] = line.split(' ')
          const name = (command === 'UID' ? second : command).toUpperCase()
          silent ||= name === until || line === until
          if (silent) continue
          if (name === 'IDLE') socket.write('+ idling\r\n')
          if (name === 'IDLE') idle = tag
          if (line === 'DONE') socket.write(`${idle} OK done\r\n`)
          if (name in answers) socket.write(`${answers[name]}${tag} OK done\r\n`)
        }
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return { port: (server.address() as AddressInfo).port, close: () => server.close() }
  }

  afterEach(() => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  })

  const events = { onNews: () => {}, onClose: () => {}, log }

  it.each(['GREETING', 'CAPABILITY', 'LOGIN', 'SELECT'])('fails to connect when %s hangs', async (until) => {
    const { port, close } = await hanging(until)
    const connecting = ImapSession.connect(configOf(port, { timeout: 200 }), events)
    await expect(connecting).rejects.toMatchObject({ reason: 'unreachable' })
    close()
  })

  it.each(['IDLE', 'DONE', 'NOOP', 'SEARCH'])(
    'fails to read, and does not find nothing, when %s hangs',
    async (until) => {
      const { port, close } = await hanging(until)
      const session = await ImapSession.connect(configOf(port, { timeout: 200 }), events)
      await expect(session.readNew(START, async () => 'seen')).rejects.toMatchObject({
        reason: 'unreachable',
      })
      await session.close()
      close()
    },
  )
})

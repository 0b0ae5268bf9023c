import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { ImapSession } from '../../../src/mail/imap/imap.ts'
import { log, START, settingsOf } from './imap_fixture.ts'

describe('an IMAP session with a server that hangs', () => {
  const sockets = new Set<Socket>()
  /** Answers the commands before the named one, then accepts everything and stays silent. */
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
    const connecting = ImapSession.connect(settingsOf(port), events, 200)
    await expect(connecting).rejects.toMatchObject({ reason: 'unreachable' })
    close()
  })

  it.each(['IDLE', 'DONE', 'NOOP', 'SEARCH'])(
    'fails to read, instead of finding nothing, when %s hangs',
    async (until) => {
      const { port, close } = await hanging(until)
      const session = await ImapSession.connect(settingsOf(port), events, 200)
      await expect(session.readNew(START, async () => 'seen')).rejects.toMatchObject({
        reason: 'unreachable',
      })
      await session.close()
      close()
    },
  )
})

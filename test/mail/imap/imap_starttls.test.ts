import { afterEach, describe, expect, it } from 'vitest'
import { ImapSession } from '../../../src/mail/imap/imap.ts'
import { type ScriptedImap, startScriptedImap } from '../../support/scripted_imap.ts'
import { log, settingsOf } from './imap_fixture.ts'

const events = { onNews: () => {}, onClose: () => {}, log }
let server: ScriptedImap | undefined
afterEach(() => server?.close())

describe('required STARTTLS that', () => {
  it.each([
    ['is not offered', {}, false],
    ['is not offered to a login without password (PREAUTH)', { greeting: '* PREAUTH welcome' }, false],
    ['is offered and refused', { capabilities: 'IMAP4rev1 STARTTLS' }, true],
  ])('%s ends the connection before the password is sent', async (_case, script, refused) => {
    server = await startScriptedImap(script)
    if (refused) server.fail('STARTTLS', 'no')
    const settings = settingsOf(server.port, { security: 'starttls' })
    await expect(ImapSession.connect(settings, events, 1000)).rejects.toMatchObject({
      reason: 'protocol',
      message: expect.stringContaining('la connexion chiffrée (TLS) échoue'),
    })
    expect(server.lines.join('\n')).not.toMatch(/LOGIN|AUTHENTICATE|SELECT|essai/i)
  })
})

it('a server without TLS gets nothing of a mailbox that requires it', async () => {
  server = await startScriptedImap()
  const settings = settingsOf(server.port, { security: 'tls' })
  await expect(ImapSession.connect(settings, events, 1000)).rejects.toMatchObject({ reason: 'protocol' })
  expect(server.lines.join('\n')).not.toMatch(/LOGIN|essai/)
})

it('a server without IDLE, MOVE and UIDPLUS can be read', async () => {
  server = await startScriptedImap({ capabilities: 'IMAP4rev1' })
  server.deliver('Un')
  const session = await ImapSession.connect(settingsOf(server.port), events, 1000)
  const uids: number[] = []
  const reading = await session.readNew({ uidvalidity: null, uid: 0 }, async ({ uid }) => {
    uids.push(uid)
    return 'seen'
  })
  expect([uids, reading.lastUid]).toEqual([[1], 1])
  await session.close()
  expect(server.lines.some((line) => line.endsWith(' IDLE'))).toBe(false)
})

it('the message of a server is shown in short, without control characters, and without the password', async () => {
  server = await startScriptedImap({ greeting: `* BYE essai \u0007${'x'.repeat(500)}` })
  const connecting = ImapSession.connect(settingsOf(server.port), events, 1000)
  await expect(connecting).rejects.toMatchObject({
    message: `Le serveur de messagerie 127.0.0.1:${server.port} est injoignable (*** ${'x'.repeat(196)}).`,
  })
})

import { describe, expect, it } from 'vitest'
import { dovecotMissing } from '../../support/dovecot.ts'
import { mailServers } from '../../support/mail_servers.ts'
import { mail, START, signal, useMailServer } from './imap_fixture.ts'

it('Dovecot is installed to test against, always in CI', (context) => {
  const missing = dovecotMissing()
  if (!process.env.CI) context.skip(missing !== null, missing ?? '')
  expect(missing).toBeNull()
})

describe.each(mailServers)('an IMAP connection to $name', (kind) => {
  const { running, session } = useMailServer(kind)

  it('announces new mail while idle, repeatedly', async () => {
    let news = signal()
    const client = await session({}, () => news.happen())
    for (const uid of [1, 2]) {
      running().deliver(mail('A'))
      await news.happened
      news = signal()
      expect(await client.readNew(START, async () => 'untouched')).toMatchObject({ lastUid: uid })
    }
  })

  it('announces mail that arrives during a reading', async () => {
    const news = signal()
    running().deliver(mail('A'))
    const client = await session({}, news.happen)
    const { uidvalidity, lastUid } = await client.readNew(START, async () => {
      running().deliver(mail('B'))
      return 'seen'
    })
    await news.happened
    expect(await client.readNew({ uidvalidity, uid: lastUid }, async () => 'seen')).toMatchObject({
      lastUid: 2,
    })
  })

  it('distinguishes wrong credentials from an unreachable server, without showing the password', async () => {
    const refused = session({ password: 'faux-mot-de-passe' })
    await expect(refused).rejects.toMatchObject({ name: 'ImapError', reason: 'credentials' })
    await expect(refused).rejects.not.toThrow('faux-mot-de-passe')
    await running().stop()
    await expect(session()).rejects.toMatchObject({ reason: 'unreachable' })
  })

  it('names a folder that does not exist', async () => {
    await expect(session({ folder: 'Absent' })).rejects.toMatchObject({ reason: 'folder' })
  })

  it('reports a lost connection once, and fails to read instead of finding nothing', async () => {
    const gone = signal()
    let times = 0
    const client = await session({}, undefined, () => {
      times += 1
      gone.happen()
    })
    await running().stop()
    await gone.happened
    await expect(client.readNew(START, async () => 'seen')).rejects.toMatchObject({ reason: 'unreachable' })
    await client.close()
    await client.close()
    expect(times).toBe(1)
  })

  it('does not treat the remaining messages as vanished when the connection is lost during the handling of one', async () => {
    for (const subject of ['A', 'B']) running().deliver(mail(subject))
    const gone = signal()
    const client = await session({}, undefined, gone.happen)
    const reading = client.readNew(START, async () => {
      await running().stop()
      await gone.happened
      return 'seen'
    })
    await expect(reading).rejects.toMatchObject({ reason: 'unreachable' })
  })
})

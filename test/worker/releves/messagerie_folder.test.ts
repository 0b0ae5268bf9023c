import type { ImapFlow } from 'imapflow'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mail } from '../../mail/imap/imap_fixture.ts'
import { useDatabase } from '../../support/database.ts'
import { dovecotMissing, startDovecot } from '../../support/dovecot.ts'
import { login, type MailServer, onlooker } from '../../support/mail_servers.ts'
import { useMailboxes } from './messageries_fixture.ts'

const database = useDatabase()
const { read, add, releve, ledger } = useMailboxes(database)
const mailboxes = read({ silenceMs: 5000 })

// Without Dovecot, imap_connection.test.ts reports it, and fails in CI.
describe.skipIf(dovecotMissing() !== null)('a folder', () => {
  let server: MailServer
  beforeAll(async () => {
    server = await startDovecot()
  })
  afterAll(() => server.remove())

  const elsewhere = (work: (client: ImapFlow) => Promise<unknown>) => onlooker(server.port, work)
  const append = (folder: string, subject: string) =>
    elsewhere((client) => client.append(folder, mail(subject)))

  it('may be renamed, made again and emptied during the work: each message in it is read, once', async () => {
    await elsewhere((client) => client.mailboxCreate('Alarmes'))
    await append('Alarmes', 'Un')
    const key = await add(server.port, { ...login, folder: 'Alarmes' })
    const readings = async () => {
      await mailboxes.read(key)
      return (await ledger(key)).length
    }
    expect(await readings()).toBe(1)

    await elsewhere((client) => client.mailboxRename('Alarmes', 'Archives'))
    const lastError = async () => {
      await mailboxes.read(key)
      return (await releve(key)).last_error
    }
    await expect.poll(lastError, { timeout: 25_000 }).toContain('Le dossier « Alarmes » ne s’ouvre pas')

    await elsewhere((client) => client.mailboxCreate('Alarmes'))
    await append('Alarmes', 'Un')
    await append('Alarmes', 'Deux')
    await expect.poll(readings, { timeout: 25_000 }).toBe(2)

    await elsewhere(async (client) => {
      await client.mailboxOpen('Alarmes')
      await client.messageDelete('1:*')
    })
    expect(await readings()).toBe(2)
    await append('Alarmes', 'Trois')
    expect(await readings()).toBe(3)
    expect((await releve(key)).next_try_at).toBeNull()
  })
})

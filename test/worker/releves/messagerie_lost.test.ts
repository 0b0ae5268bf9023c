import { afterAll, expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'
import { type ScriptedImap, startScriptedImap } from '../../support/scripted_imap.ts'
import { useMailboxes } from './messageries_fixture.ts'

const database = useDatabase()
const { read, add, ledger, releve } = useMailboxes(database)
const servers: ScriptedImap[] = []
afterAll(() => {
  for (const server of servers) server.close()
})

async function start(): Promise<ScriptedImap> {
  const server = await startScriptedImap()
  servers.push(server)
  return server
}

it('a message that its server lists but never sends is recorded as failed', async () => {
  const server = await start()
  for (const subject of ['Un', 'Deux', 'Trois']) server.deliver(subject)
  server.fail('FETCH', 'mute', 2)
  const id = await add(server.port)
  const mailboxes = read({ patienceMs: 0 })
  await mailboxes.read(id)
  expect((await releve(id)).last_error).toContain('ne livre pas le message 2')
  await mailboxes.read(id)
  expect(await ledger(id)).toEqual([
    [1, 'ignored'],
    [2, 'failed'],
    [3, 'ignored'],
  ])
})

it('new mail in a folder restored from a copy is read, although its UIDs were used before', async () => {
  const server = await start()
  for (const subject of ['Un', 'Deux']) server.deliver(subject)
  const id = await add(server.port)
  const mailboxes = read()
  await mailboxes.read(id)
  expect(await ledger(id)).toHaveLength(2)

  server.restore()
  server.hangUp()
  const lastError = async () => (await releve(id)).last_error
  await expect.poll(lastError).not.toBeNull()
  await mailboxes.read(id)
  server.deliver('Trois')
  await mailboxes.read(id)
  expect((await releve(id)).last_uid).toBe('1')
  const admin = await database.as('admin')
  const query = "select etat, raison from app.messages where messagerie_id = $1 and sujet = 'Trois'"
  expect((await admin.query(query, [id])).rows).toMatchObject([{ etat: 'ignored' }])
})

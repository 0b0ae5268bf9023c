import { afterAll, expect, it } from 'vitest'
import { partsOf } from '../../../src/worker/releves/messagerie_key.ts'
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
  const key = await add(server.port)
  const mailboxes = read({ patienceMs: 0 })
  await mailboxes.read(key)
  expect((await releve(key)).last_error).toContain('ne livre pas le message 2')
  await mailboxes.read(key)
  expect(await ledger(key)).toEqual([
    [1, 'ignored'],
    [2, 'failed'],
    [3, 'ignored'],
  ])
})

it('new mail in a folder restored from a copy is read, although its UIDs were used before', async () => {
  const server = await start()
  for (const subject of ['Un', 'Deux']) server.deliver(subject)
  const key = await add(server.port)
  const mailboxes = read()
  await mailboxes.read(key)
  expect(await ledger(key)).toHaveLength(2)

  server.restore()
  server.hangUp()
  const lastError = async () => (await releve(key)).last_error
  await expect.poll(lastError).not.toBeNull()
  await mailboxes.read(key)
  server.deliver('Trois')
  await mailboxes.read(key)
  expect((await releve(key)).last_uid).toBe('1')
  const admin = await database.as('admin')
  const query =
    "select etat, raison from app.messages where sis_key = $1 and messagerie_id = $2 and sujet = 'Trois'"
  expect((await admin.query(query, partsOf(key))).rows).toMatchObject([{ etat: 'ignored' }])
})

it('a mailbox that its worker drops during a reading is read again, and its server is not blamed', async () => {
  const server = await start()
  server.deliver('Un')
  const key = await add(server.port)
  const mailboxes = read({ silenceMs: 20_000 })
  await mailboxes.read(key)
  server.deliver('Deux')
  server.fail('FETCH', 'hang')
  const reading = mailboxes.read(key)
  const hangs = () => server.lines.filter((line) => /FETCH 2\b/.test(line)).length
  await expect.poll(hangs).toBeGreaterThan(0)
  server.heal()
  const admin = await database.as('admin')
  await admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'caserne locks' and datname = current_database()",
  )
  await reading
  expect(await ledger(key)).toHaveLength(2)
  expect(await releve(key)).toMatchObject({ failures: 0, last_error: null, next_try_at: null })
})

import { afterEach, expect, it } from 'vitest'
import { type MessagerieKey, partsOf } from '../../src/worker/releves/messagerie_key.ts'
import { startWorker, type Worker } from '../../src/worker/start_worker.ts'
import { useDatabase } from '../support/database.ts'
import { useReader } from '../support/reader.ts'
import { type ScriptedImap, startScriptedImap } from '../support/scripted_imap.ts'
import { workerOptions } from '../support/worker_options.ts'
import { soon } from './mail_fixture.ts'
import { mailboxKey, useMailboxes } from './releves/messageries_fixture.ts'

const database = useDatabase()
const reader = useReader()
const { add, releve, ledger } = useMailboxes(database)
const servers: ScriptedImap[] = []
const workers: Worker[] = []
afterEach(async () => {
  // Set up before the workers, which would wait for the hanging servers.
  for (const server of servers.splice(0)) server.close()
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  await (await database.as('admin')).query('delete from app.messageries')
})

async function imap(): Promise<ScriptedImap> {
  const server = await startScriptedImap()
  servers.push(server)
  return server
}

async function work(): Promise<void> {
  const worker = await startWorker({ ...workerOptions(database.urls.worker, mailboxKey), reader })
  workers.push(worker)
}

const connected = (key: MessagerieKey) =>
  expect.poll(async () => (await releve(key)).last_success_at, soon).not.toBeNull()
const logins = (server: ScriptedImap) => server.lines.filter((line) => / LOGIN /.test(line)).length

it('reads a mailbox within seconds beside ten whose servers hang', async () => {
  for (let n = 0; n < 10; n += 1) {
    const server = await imap()
    server.fail(n % 2 === 0 ? 'GREETING' : 'SEARCH', 'hang')
    await add(server.port)
  }
  const hanging = [...servers]
  const good = await imap()
  const key = await add(good.port)
  await work()
  await expect.poll(() => hanging.every(({ connections }) => connections > 0), soon).toBe(true)
  await connected(key)
  good.deliver('Alarme')
  // A server counts as gone after a silence of 30 s.
  await expect.poll(() => ledger(key), soon).toEqual([[1, 'ignored']])
})

it('returns by itself to a server that hung up, and reads the mail of the meantime', async () => {
  const server = await imap()
  const key = await add(server.port)
  await work()
  await connected(key)
  server.deliver('Une')
  await expect.poll(() => ledger(key), soon).toHaveLength(1)
  server.hangUp()
  server.deliver('Deux')
  await expect.poll(() => ledger(key), soon).toHaveLength(2)
  expect((await releve(key)).last_error).toMatch(/ne répond plus|est injoignable/)
  const isWell = async () => {
    const { last_error_at, last_success_at, next_try_at } = await releve(key)
    return last_success_at > last_error_at && next_try_at === null
  }
  await expect.poll(isWell, soon).toBe(true)
  await expect.poll(() => server.lines.at(-1), soon).toContain('IDLE')
})

it('asks a server that refuses the password only once, until the password changes', async () => {
  const server = await imap()
  server.fail('LOGIN', 'no')
  const [key, other] = [await add(server.port), await add((await imap()).port)]
  await work()
  await expect.poll(async () => (await releve(key)).bloquee, soon).toBe(true)
  const client = await database.as('worker')
  for (let times = 0; times < 5; times += 1) {
    await client.query('select jobs.ask_releves()')
    await client.query('select jobs.ask_releve($1, $2)', partsOf(key))
    const asked = new Date()
    await client.query('select jobs.ask_releve($1, $2)', partsOf(other))
    await expect.poll(async () => (await releve(other)).last_success_at > asked, soon).toBe(true)
  }
  expect(logins(server)).toBe(1)

  server.heal()
  server.deliver('Alarme')
  const admin = await database.as('admin')
  await admin.query(
    "update app.messageries set dossier = 'Autre' where (sis_key, id) = ($1, $2)",
    partsOf(key),
  )
  await expect.poll(() => ledger(key), soon).toEqual([[1, 'ignored']])
  expect(logins(server)).toBe(2)
})

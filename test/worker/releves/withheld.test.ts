import { afterAll, expect, it } from 'vitest'
import { partsOf } from '../../../src/worker/releves/messagerie_key.ts'
import { useDatabase } from '../../support/database.ts'
import { type ScriptedImap, startScriptedImap } from '../../support/scripted_imap.ts'
import { useMailboxes } from './messageries_fixture.ts'

const database = useDatabase()
const { read, add, releve, ledger } = useMailboxes(database)
const servers: ScriptedImap[] = []
afterAll(() => {
  for (const server of servers) server.close()
})

async function withholding(fault: 'drop' | 'hang' | 'garbage' | 'bye', uid: number, count: number) {
  const server = await startScriptedImap()
  servers.push(server)
  for (let n = 1; n <= count; n += 1) server.deliver(`Message ${n}`)
  server.fail('FETCH', fault, uid)
  return { server, key: await add(server.port) }
}

const fetches = (server: ScriptedImap, uid: number) =>
  server.lines.filter((line) => line.includes(`UID FETCH ${uid} `)).length

it.each(['drop', 'hang', 'garbage', 'bye'] as const)(
  'a message at which the connection always breaks (%s) delays the next ones for a few attempts only',
  async (fault) => {
    const { server, key } = await withholding(fault, 1, 2)
    const mailboxes = read({ silenceMs: 150, patienceMs: 300 })
    const entered = async () => {
      await mailboxes.read(key)
      return await ledger(key)
    }
    const both = [
      [1, 'failed'],
      [2, 'ignored'],
    ]
    await expect.poll(entered, { timeout: 15_000 }).toEqual(both)
    expect(fetches(server, 1)).toBeGreaterThanOrEqual(3)
    const admin = await database.as('admin')
    const { rows } = await admin.query(
      "select raison from app.messages where sis_key = $1 and messagerie_id = $2 and etat = 'failed'",
      partsOf(key),
    )
    expect(rows).toEqual([
      {
        raison: `Le serveur de messagerie 127.0.0.1:${server.port} ne livre pas le message 1 : la connexion échoue à chaque essai.`,
      },
    ])
    // On a busy machine the reading that entered the second message may still break at its end.
    const planned = async () => {
      await mailboxes.read(key)
      return (await releve(key)).next_try_at
    }
    await expect.poll(planned, { timeout: 15_000 }).toBeNull()
  },
)

it('a message with none after it is asked for again, since its server may be at fault', async () => {
  const { server, key } = await withholding('drop', 2, 2)
  const mailboxes = read({ silenceMs: 150, patienceMs: 1000 })
  const since = Date.now()
  const isLong = async () => {
    await mailboxes.read(key)
    return Date.now() - since > 1500 && fetches(server, 2) > 3
  }
  await expect.poll(isLong, { timeout: 15_000 }).toBe(true)
  expect(await ledger(key)).toEqual([[1, 'ignored']])
  server.heal()
  // A busy machine may take longer than the silence that ends a reading.
  const entered = async () => {
    await mailboxes.read(key)
    return await ledger(key)
  }
  const both = [
    [1, 'ignored'],
    [2, 'ignored'],
  ]
  await expect.poll(entered, { timeout: 15_000 }).toEqual(both)
})

it('a message with none after it is given up in the end', async () => {
  const { key } = await withholding('drop', 2, 2)
  const mailboxes = read({ silenceMs: 150, patienceMs: 1 })
  const entered = async () => {
    await mailboxes.read(key)
    return await ledger(key)
  }
  const both = [
    [1, 'ignored'],
    [2, 'failed'],
  ]
  await expect.poll(entered, { timeout: 15_000 }).toEqual(both)
})

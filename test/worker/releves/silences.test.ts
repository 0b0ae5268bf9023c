import pg from 'pg'
import { afterEach, expect, it } from 'vitest'
import { createPool } from '../../../src/db/pool.ts'
import { Metrics } from '../../../src/process/metrics.ts'
import { type MessagerieKey, partsOf } from '../../../src/worker/releves/messagerie_key.ts'
import { watchSilences } from '../../../src/worker/releves/silences.ts'
import { startWorker, type Worker } from '../../../src/worker/start_worker.ts'
import { useDatabase } from '../../support/database.ts'
import { type ScriptedImap, startScriptedImap } from '../../support/scripted_imap.ts'
import { workerOptions } from '../../support/worker_options.ts'
import { capture, soon } from '../mail_fixture.ts'
import { mailboxKey, useMailboxes } from './messageries_fixture.ts'

const database = useDatabase()
const { add, releve } = useMailboxes(database)
let server: ScriptedImap
const workers: Worker[] = []
afterEach(async () => {
  await Promise.all(workers.splice(0).map((each) => each.stop()))
  server.close()
  await admin('delete from app.messageries')
})

const admin = async (text: string, values: unknown[] = []) =>
  (await (await database.as('admin')).query(text, values)).rows

/** Makes the last relève of a mailbox four minutes older. */
const unread = (key: MessagerieKey) =>
  admin(
    `update jobs.releves set active_since = now() - interval '1 hour', last_success_at = now() - interval '4 minutes'
      where sis_key = $1 and messagerie_id = $2`,
    partsOf(key),
  )

/** Starts a worker. @returns its log about mailboxes that are not read, with the reason; over: true */
async function work() {
  const { lines, log } = capture()
  const metrics = new Metrics()
  workers.push(
    await startWorker({
      ...workerOptions(database.urls.worker, mailboxKey),
      metrics,
      log,
      watchMs: 50,
    }),
  )
  const said = (): [number, string][] =>
    (lines as { level: number; msg: string; reason?: string }[])
      .filter(({ msg }) => /nobody could read|is read again, or/.test(msg))
      .map(({ level, reason = 'over' }) => [level, reason])
  return { said, metrics }
}

const inMetrics = async (metrics: Metrics, key: MessagerieKey) => {
  const [sis, id] = partsOf(key)
  const line = new RegExp(`^caserne_messagerie_unread\\{sis="${sis}",id="${id}",.*\\} (\\d)`, 'm')
  return line.exec(await metrics.text())?.[1]
}

it('logs once, with its end, a mailbox that another session holds and does not read', async () => {
  server = await startScriptedImap()
  const key = await add(server.port)
  const holder = new pg.Client(database.urls.worker)
  await holder.connect()
  await holder.query('select jobs.begin_worker()')
  await holder.query('select jobs.lock_messagerie($1, $2)', partsOf(key))
  const [one, other] = [await work(), await work()]
  const both = () => [...one.said(), ...other.said()]
  await unread(key)
  const warning = [40, 'the worker that has it does not end its reading']
  await expect.poll(both, soon).toEqual([warning])
  expect(await inMetrics(one.metrics, key)).toBe('1')
  // Neither again nor by another worker.
  const { said } = await work()
  await holder.query('select jobs.end_worker()')
  await holder.end()
  await admin('select jobs.ask_releves()')
  await expect.poll(async () => (await releve(key)).silent_since, soon).toBeNull()
  await expect.poll(() => [...both(), ...said()].toSorted(), soon).toEqual([[30, 'over'], warning])
  expect(await inMetrics(one.metrics, key)).toBe('0')
})

it('logs the reason when the server of a mailbox is down', async () => {
  server = await startScriptedImap()
  server.fail('GREETING', 'bye')
  const key = await add(server.port)
  const { said } = await work()
  await expect.poll(async () => (await releve(key)).last_error, soon).not.toBeNull()
  await unread(key)
  await expect.poll(said, soon).toEqual([[40, expect.stringContaining('Le serveur de messagerie 127.0.0.1')]])
  server.heal()
  await admin('select jobs.ask_releve($1, $2)', partsOf(key))
  await expect.poll(said, soon).toEqual([
    [40, expect.any(String)],
    [30, 'over'],
  ])
})

it('logs a mailbox without a worker, but not one that is switched off', async () => {
  server = await startScriptedImap()
  const [key, off] = [await add(server.port), await add(server.port)]
  await unread(key)
  await unread(off)
  await admin('update app.messageries set active = false where (sis_key, id) = ($1, $2)', partsOf(off))
  const { lines, log } = capture()
  const pool = createPool(database.urls.worker, 1, log)
  const watch = watchSilences(pool, log, 20)
  await expect.poll(() => lines, soon).toHaveLength(1)
  expect(lines[0]).toMatchObject({ level: 40, messagerie: key, sis: 'hs', reason: 'no worker has it' })
  await watch.stop()
  await pool.end()
})

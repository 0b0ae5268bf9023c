import { afterEach, expect, it } from 'vitest'
import { startWorker, type Worker } from '../../src/worker/start_worker.ts'
import { useDatabase } from '../support/database.ts'
import { useReader } from '../support/reader.ts'
import { workerOptions } from '../support/worker_options.ts'
import { soon } from './mail_fixture.ts'
import { mailboxKey, useMailboxes } from './releves/messageries_fixture.ts'

const database = useDatabase()
const reader = useReader()
const { add } = useMailboxes(database)
let worker: Worker | undefined
afterEach(async () => {
  await (await database.as('owner')).query('rollback')
  await worker?.stop()
})

it('runs other jobs while more mailboxes than connections wait for the database', async () => {
  const admin = await database.as('admin')
  for (let n = 0; n < 20; n += 1) await add(1)
  worker = await startWorker({ ...workerOptions(database.urls.worker, mailboxKey), reader })
  // Nothing listens there, so each reading fails. From then on the worker holds all mailboxes.
  const failed = async () =>
    (await admin.query('select from jobs.releves where next_try_at is not null')).rowCount
  await expect.poll(failed, soon).toBe(20)
  const blocking = await database.as('owner')
  await blocking.query('begin')
  // Readings write to this table first.
  await blocking.query('lock table jobs.releves in exclusive mode')
  await admin.query('select jobs.ask_releve(sis_key, messagerie_id) from jobs.releves')
  const waiting = async () => {
    const { rows } = await admin.query(
      "select count(*)::integer as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'select jobs.%_releve($%'",
    )
    return rows[0].n
  }
  await expect.poll(waiting, soon).toBe(10)
  await admin.query("select graphile_worker.add_job('purge_tokens', job_key := 'essai')")
  const left = async () =>
    (await admin.query("select from graphile_worker.jobs where key = 'essai'")).rowCount
  await expect.poll(left, soon).toBe(0)
  expect(await waiting()).toBe(10)
})

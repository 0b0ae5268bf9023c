import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startWorker, type Worker } from '../../src/worker/start_worker.ts'
import { useDatabase } from '../support/database.ts'
import { useReader } from '../support/reader.ts'
import { workerOptions } from '../support/worker_options.ts'
import { soon } from './mail_fixture.ts'
import { mailboxKey } from './releves/messageries_fixture.ts'

const database = useDatabase()
const reader = useReader()
const said: string[] = []
let worker: Worker

beforeEach(async () => {
  said.length = 0
  worker = await startWorker({
    ...workerOptions(database.urls.worker, mailboxKey),
    reader,
    log: pino({ level: 'warn' }, { write: (line) => void said.push(JSON.parse(line).msg) }),
  })
})
afterEach(async () => {
  await worker.stop()
  await (await database.as('admin')).query('delete from graphile_worker.migrations where id = 999')
  // Handlers that graphile-worker leaves behind when it ends its runners.
  process.exitCode = undefined
})

const announce = async (migrationNumber: number) =>
  await (await database.as('api')).query('select pg_notify($1, $2)', [
    'worker:migrate',
    JSON.stringify({ migrationNumber, breaking: true }),
  ])

/** Runs a job, whose announcement comes after the earlier ones. */
async function work(): Promise<void> {
  const admin = await database.as('admin')
  const { rows } = await admin.query("select (graphile_worker.add_job('purge_tokens')).id")
  const waiting = 'select from graphile_worker._private_jobs where id = $1'
  await expect.poll(async () => (await admin.query(waiting, [rows[0].id])).rowCount, soon).toBe(0)
}

it('continues after a false announcement that the queue has changed', async () => {
  for (const migration of [99, 100, 101]) await announce(migration)
  await work()
  await announce(102)
  await work()
  expect(said).toEqual([])
})

it('ends its runners when the queue has changed in a way that this program cannot handle', async () => {
  await (await database.as('admin')).query(
    'insert into graphile_worker.migrations (id, breaking) values (999, true)',
  )
  await announce(999)
  await expect.poll(() => said, soon).toContain('queue runner ended')
})

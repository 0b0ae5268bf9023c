import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorker, type Worker } from '../../src/worker/start_worker.ts'
import { useDatabase } from '../support/database.ts'
import { type Door, openDoor } from '../support/door.ts'
import { useReader } from '../support/reader.ts'
import { workerOptions } from '../support/worker_options.ts'
import { soon } from './mail_fixture.ts'
import { mailboxKey } from './releves/messageries_fixture.ts'

const database = useDatabase()
const reader = useReader()
const lines: { level: number; msg: string }[] = []
const log = pino({ level: 'debug' }, { write: (line) => void lines.push(JSON.parse(line)) })
let door: Door
let worker: Worker

beforeAll(async () => {
  door = await openDoor(() => Number(new URL(database.urls.worker).port))
  worker = await startWorker({
    ...workerOptions(door.through(database.urls.worker), mailboxKey),
    reader,
    lease: { silenceMs: 10_000, beatMs: 1_000 },
    watchMs: 100,
    log,
  })
})
afterAll(async () => {
  await worker.stop()
  door.shut()
  process.exitCode = undefined
})

const told = () => lines.filter(({ level }) => level >= 40).map(({ msg }) => msg)
const ofQueue = () => lines.filter(({ msg }) => msg.includes('notify listener')).length

it('a worker tells of a lost database once, and once when it is back, and works again', async () => {
  door.shut()
  await expect.poll(told, soon).toEqual(['database lost'])
  // The runners of the queue and the locks try again meanwhile.
  await expect.poll(ofQueue, soon).toBeGreaterThan(3)
  await door.open()
  await expect.poll(told, soon).toEqual(['database lost', 'database back'])
  const admin = await database.as('admin')
  const { rows } = await admin.query("select (graphile_worker.add_job('purge_tokens')).id")
  const waiting = 'select from graphile_worker._private_jobs where id = $1'
  await expect.poll(async () => (await admin.query(waiting, [rows[0].id])).rowCount, soon).toBe(0)
  expect(told()).toEqual(['database lost', 'database back'])
})

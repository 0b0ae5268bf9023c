import { EventEmitter, once } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import { pino } from 'pino'
import { afterAll, expect, it } from 'vitest'
import { outageAt } from '../../src/db/outage.ts'
import { createPool } from '../../src/db/pool.ts'
import { queueLogger } from '../../src/db/queue_logger.ts'
import { runAcquainted } from '../../src/worker/run_acquainted.ts'
import { supervise } from '../../src/worker/supervise.ts'
import { useDatabase } from '../support/database.ts'
import { openDoor } from '../support/door.ts'
import { soon } from './mail_fixture.ts'

const database = useDatabase()
const log = pino({ level: 'silent' })
const ends: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ends) await end()
  process.exitCode = undefined
})

it('a runner that loses its database before it knows its tasks is replaced by one that works', async () => {
  const door = await openDoor(() => Number(new URL(database.urls.worker).port))
  const url = door.through(database.urls.worker)
  const pool = createPool(url, 3, log)
  const outage = outageAt(url, log)
  const done: unknown[] = []
  let runners = 0
  const start = () => {
    const events: WorkerEvents = new EventEmitter()
    runners += 1
    if (runners === 1) events.once('worker:getJob:start', door.shut)
    return runAcquainted({
      pgPool: pool,
      taskList: { purge_tokens: async (payload) => void done.push(payload) },
      events,
      pollInterval: 50,
      noHandleSignals: true,
      logger: queueLogger(log, outage),
    })
  }
  const supervised = await supervise(start, outage, log)
  ends.push(
    () => supervised.stop(),
    () => pool.end(),
    () => door.shut(),
  )
  await expect.poll(() => outage.isLost, soon).toBe(true)
  await door.open()
  const admin = await database.as('admin')
  await admin.query("select graphile_worker.add_job('purge_tokens', '{\"n\": 1}')")
  await expect.poll(() => done, soon).toEqual([{ n: 1 }])
  expect(runners).toBeGreaterThan(1)
})

// An error that nobody handles would end the program; here it fails the run.
it('a runner that stops just when its listening connection breaks gives it back, and no error is left', async () => {
  const door = await openDoor(() => Number(new URL(database.urls.worker).port))
  const pool = createPool(door.through(database.urls.worker), 3, log)
  const events: WorkerEvents = new EventEmitter()
  const listening = once(events, 'pool:listen:success')
  const runner = await runAcquainted({
    pgPool: pool,
    taskList: { purge_tokens: () => undefined },
    events,
    noHandleSignals: true,
    logger: queueLogger(log, outageAt(database.urls.worker, log)),
  })
  ends.push(() => pool.end())
  await listening
  const ended = [runner.stop(), runner.promise].map((each) => each.catch(() => undefined))
  door.shut()
  await Promise.all(ended)
  await expect.poll(() => pool.totalCount - pool.idleCount, soon).toBe(0)
})

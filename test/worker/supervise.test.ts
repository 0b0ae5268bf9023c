import { EventEmitter } from 'node:events'
import type { Runner } from 'graphile-worker'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { outageAt } from '../../src/db/outage.ts'
import { createPool } from '../../src/db/pool.ts'
import { queueLogger } from '../../src/db/queue_logger.ts'
import { runAcquainted } from '../../src/worker/run_acquainted.ts'
import { supervise } from '../../src/worker/supervise.ts'
import { useDatabase } from '../support/database.ts'
import { soon } from './mail_fixture.ts'

const database = useDatabase()
const log = pino({ level: 'silent' })

it('a runner that starts while its supervision ends is stopped too', async () => {
  const pool = createPool(database.urls.worker, 5, log)
  const outage = outageAt(database.urls.worker, log)
  const runners: Runner[] = []
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  const { promise: granted, resolve: grant } = Promise.withResolvers<void>()
  const start = async () => {
    if (runners.length === 1) {
      ask()
      await granted
    }
    const runner = await runAcquainted({
      pgPool: pool,
      taskList: { purge_tokens: () => undefined },
      events: new EventEmitter(),
      noHandleSignals: true,
      logger: queueLogger(log, outage),
    })
    runners.push(runner)
    return runner
  }
  const supervised = await supervise(start, outage, log)
  await runners[0]?.stop()
  await asked
  const stopped = supervised.stop()
  grant()
  await stopped
  expect(runners).toHaveLength(2)
  await runners[1]?.promise
  await expect.poll(() => pool.totalCount - pool.idleCount, soon).toBe(0)
  await pool.end()
})

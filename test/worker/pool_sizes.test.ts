import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { lossOf } from '../../src/db/connection_errors.ts'
import { createPool } from '../../src/db/pool.ts'
import { poolSizes, workerConnections } from '../../src/worker/pool_sizes.ts'
import { useDatabase } from '../support/database.ts'

const database = useDatabase()
const log = pino({ level: 'silent' })

it('each pool has a connection for everything that may use it at the same time', () => {
  // Each runner listens, writes results and does its jobs; the clock and four watches use the queue's pool as well. The
  // jobs of deliveries have a pool of their own.
  const queue = 4 * 2 + (5 + 2 + 1 + 2) + 1 + 4
  expect(poolSizes(10)).toEqual({ queue, readings: 10, telling: 2 * 2, envois: 3 + 3 })
  expect(poolSizes(1)).toEqual({ queue, readings: 1, telling: 4, envois: 6 })
  expect(workerConnections(10)).toBe(queue + 10 + 10 + 4)
})

it('waits for a free connection longer than for the database to accept one', async () => {
  const pool = createPool(database.urls.worker, 1, log, { connection: 60_000, opening: 3_000 })
  const held = await pool.connect()
  const asked = pool.query('select 1 as one')
  await wait(3_500)
  held.release()
  expect((await asked).rows).toEqual([{ one: 1 }])
  await pool.end()
})

it('gives up a database that accepts a connection and never answers, as lost', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => silent.once('listening', resolve))
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const pool = createPool(`postgres://a:b@127.0.0.1:${port}/c`, 1, log, {
    connection: 60_000,
    opening: 200,
  })
  const fault: unknown = await pool.query('select 1').catch((error: unknown) => error)
  expect(lossOf(fault)).toBe('all')
  await pool.end()
  silent.close()
})
